10 LET a$="The quick brown fox"
20 FOR i=1 TO LEN a$
30 IF a$(i)=" " THEN PRINT a$( TO i-1)'a$(i+1 TO ): STOP
40 NEXT i
50 LET a$(2 TO 4)="HAT": LET b$=a$+" says ""yes"""
60 DIM c$(3,10): LET c$(1)=a$: LET c$(2,3 TO 5)="xyz"
70 PRINT VAL "3*4"+CODE "A";VAL$ "a$";STR$ 12;CHR$ 65
