10 LET forest=1: LET tone=2: LET orchid=3: LET iffy=4
20 LET Level42=Level42+1
30 LET e5=1: LET x1e5=e5
40 LET int1=2: LET bin1=1: LET usr2=3: LET pi2=6
50 LET Total=1: LET PRINTER=2: LET GOTOX=3: LET TOTAL=4
60 LET high score=100: PRINT highscore
70 LET level 42=1: LET x 1 y=2
80 IF android>notes AND organ<standard THEN LET thenew=dormant
90 PRINT fnord;stepper;toto;atone;tabs;lined;gotham;codes
100 LET a$="x": LET A$="y": LET inkey=1: LET chr=2: LET str=3
110 FOR f=fa TO fb STEP fc: NEXT f
120 LET sub=1: LET def=2: LET open=3
