# Short names: not those of loops, parameters and strings; what VAL may find stays.
10 LET total=1: LET Price tag=2: LET level42=3: LET ink=4: LET a=5
20 DEF FN f(t)=t*total+level42
30 DIM s(3): LET s(1)=total: LET score=9
40 FOR p=1 TO 2: LET price tag=price tag+p: NEXT p
50 PRINT total;pricetag;LEVEL42;ink;a;FN f(10);s(1);score
60 LET hidden=7: LET shown=8
70 PRINT VAL "hidden+1";shown
80 INPUT ""; : READ shown: PRINT shown
90 DATA total+1
