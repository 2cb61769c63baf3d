#name times
#autostart 10
# A comment, and a blank line.

10 REM times table
20 FOR i=1 TO 12
30 PRINT i;TAB 4;i*7
40 NEXT i
