10 PRINT a$();a$(1);a$( TO );a$(TO);a$(1 TO);a$(TO 2)
20 PRINT "abc"(2);("a"+b$)(2 TO 3);STR$ 12;"abc"(2 TO)(1)
30 LET a$(2 TO 3)="x": LET a$(1)="y": LET b(1,2)=3
40 DIM a(10): DIM a$(5,10): DIM b$(3): DIM c(2,3,4)
50 print a$(a to b)(c)
60 LET a$(1,2 TO 3)="z": PRINT a$(1)(2 TO 3)
70 LET a$=b$(LEN b$ TO )
80 FOR i=1 TO LEN a$: NEXT i
