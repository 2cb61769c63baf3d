# NEWPPC and NSPPC: a jump to a statement.
10 REM jump to line 40, statement 2
20 LET target=40
30 POKE 23618,target: POKE 23619,0: POKE 23620,2
40 PRINT "never": PRINT "here"
50 PRINT "end"
