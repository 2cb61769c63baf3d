10 LET my score=5: LET a1=6: LET a2=7
20 PRINT VAL "my score*2"
30 FOR n=1 TO 2: PRINT VAL ("a"+STR$ n): NEXT n
40 LET last one=3: LET only here=4
50 LET e$="e": PRINT VAL ("last on"+e$); only here
60 LET score7=8: LET k$="sco"+"re": LET j$=k$+STR$ (4+3): PRINT VAL j$
70 DEF FN q$(n)="bonus"+STR$ n: LET bonus5=9: PRINT VAL FN q$(5)
80 LET other=1: PRINT "o"+"ther ";other
