10 REM
20 REM PRINT "hi": GOTO 10
30 REM 12.5 is a number
40 CLS : REM odd " quote
50 REM \{PRINT}\{0xC0}\a\::\*\\
60 IF a THEN REM then
70 rem lower
80 REM £ © ↑ █ ▙
90 REM:PRINT 1
100 REM \{16}\{2}red\{INK 8}
110 REM <= >= <>
120 REM: LOAD "x"
130 REM \{14}abcdefg
