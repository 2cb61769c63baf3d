#define LIVES 3
#define title$ t$
#define HOME PRINT AT 0,0;
#define BANNER HOME title$
#define GREET GO SUB @greet
#define NOTHING
#define NOTE REM
10 LET title$="LIVES": LET l=LIVES: REM LIVES
20 BANNER: HOME "HOME"'"LIVES""LIVES": LET LIVESLEFT=l: LET lives=2
30 GREET NOTHING: IF l=LIVES THEN GREET
40 LET total=LIVES*LIVES+LIVES: NOTE what is left is text, LIVES too
@greet: PRINT "hello",\
  LIVES: RETURN
