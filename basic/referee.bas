#name referee
#autostart 10
#
# THE REFEREE, for the 48K ZX Spectrum: judges a board of three in a row.
#
# Three rows of three squares are asked for: X, O (either case) or - for empty; spaces do not
# count. A row that is no row is refused and asked for again. X moves first. Line 145 draws the
# screen anew when a very long row has run over it: that wipes out the blue of line 21.
#
#   100  ask and judge        3000  the verdict          6000  light up square n
#  1000  read a row           3500  the winning lines    7000  draw the screen
#  2000  draw square n        5000  print t$ by words    9500  the eight lines
#
# The board is b(9): 0 empty, 1 X, 2 O, in reading order.

  10 REM THE REFEREE
  20 REM Judges three in a row
  30 DEF FN r(n)=INT ((n+2)/3)
  40 DEF FN c(n)=n+3-3*FN r(n)
  50 DEF FN p$(n)=" "+STR$ FN r(n)+","+STR$ FN c(n)

 100 REM a new board
 110 DIM b(9)
 120 GO SUB 7000
 130 FOR r=1 TO 3
 140 PRINT AT 0,0;: INPUT ("Row "+STR$ r+" (X, O or -): "); LINE a$
 145 IF ATTR (21,0)<>57 THEN GO SUB 7000: FOR n=1 TO 3*r-3: GO SUB 2000: NEXT n
 150 GO SUB 1000
 160 GO SUB 4900
 170 IF t$<>"" THEN LET t$="malformed: "+t$: GO SUB 5000: GO TO 140
 180 FOR n=3*r-2 TO 3*r: GO SUB 2000: NEXT n
 190 NEXT r

 200 REM the verdict
 210 GO SUB 3000
 220 GO SUB 5000
 230 IF winner THEN GO SUB 3500
 240 IF INKEY$<>"" THEN GO TO 240
 250 PRINT #0;AT 1,0; INK 1;"Any key: another board   Q: quit"
 260 LET k$=INKEY$: IF k$="" THEN GO TO 260
 270 IF k$<>"q" AND k$<>"Q" THEN GO TO 100
 280 GO SUB 4900: LET t$="The referee goes home. Goodbye!": GO SUB 5000
 290 STOP

1000 REM row r of the board from a$; t$ says what is wrong with it
1010 LET t$="": LET n=0
1020 FOR i=1 TO LEN a$
1030 LET c$=a$(i): IF c$=" " THEN GO TO 1080
1040 LET m=(c$="X" OR c$="x")+2*(c$="O" OR c$="o")
1050 IF m OR c$="-" THEN GO TO 1070
1060 IF c$<" " THEN LET c$="code "+STR$ CODE c$
1065 LET t$="row "+STR$ r+", column "+STR$ i+": "+c$+" is not X, O or -": RETURN
1070 LET n=n+1: IF n<4 THEN LET b(3*r-3+n)=m
1080 NEXT i
1090 IF n<>3 THEN LET t$="row "+STR$ r+" has "+STR$ n+" square"+("s" AND n<>1)+", not three"
1100 RETURN

2000 REM draw square n
2010 LET x=48+40*FN c(n): LET y=175-40*FN r(n)
2020 IF b(n)=1 THEN GO TO 2100
2030 IF b(n)=2 THEN INK 2: CIRCLE x,y,12: CIRCLE x,y,11: INK 0
2040 RETURN
2100 INK 1
2110 FOR d=-1 TO 1 STEP 2
2120 PLOT x-12,y-12*d: DRAW 24,24*d
2130 PLOT x-11,y-12*d: DRAW 24,24*d
2140 NEXT d
2150 INK 0: RETURN

3000 REM t$=the verdict, winner=1 X, 2 O or 0
3010 LET x=0: LET o=0: LET winner=0
3020 FOR n=1 TO 9: LET x=x+(b(n)=1): LET o=o+(b(n)=2): NEXT n
3030 DIM w(2): RESTORE 9500
3040 FOR l=1 TO 8: READ i,j,k,l$
3050 IF b(i) AND b(i)=b(j) AND b(j)=b(k) THEN LET w(b(i))=w(b(i))+1
3060 NEXT l
3100 LET t$="illegal: "
3110 IF o>x THEN LET t$=t$+"O has more marks than X": RETURN
3120 IF x-o>1 THEN LET t$=t$+"X leads by two or more": RETURN
3130 IF w(1) AND w(2) THEN LET t$=t$+"both have a line": RETURN
3140 IF w(1) AND x=o THEN LET t$=t$+"X has a line without leading by one": RETURN
3150 IF w(2) AND x>o THEN LET t$=t$+"O has a line while X leads": RETURN
3200 LET winner=(w(1)>0)+2*(w(2)>0)
3210 IF winner THEN LET t$="XO"(winner)+" wins": RETURN
3220 IF x+o=9 THEN LET t$="draw": RETURN
3230 LET t$="in progress: "+"XO"(1+(x>o))+" moves next"
3240 RETURN

3500 REM tell and light up the winning lines
3510 RESTORE 9500
3520 FOR l=1 TO 8: READ i,j,k,l$
3530 IF b(i)<>winner OR b(j)<>winner OR b(k)<>winner THEN GO TO 3570
3540 LET t$=l$+":"+FN p$(i)+FN p$(j)+FN p$(k): GO SUB 5000
3550 LET n=i: GO SUB 6000: LET n=j: GO SUB 6000: LET n=k: GO SUB 6000
3570 NEXT l
3580 RETURN

4900 REM clear the lines for words
4910 LET v=18
4920 PRINT AT v,0,,,,,,
4930 RETURN

5000 REM print t$ from line v on, breaking between words
5010 IF LEN t$<=32 THEN PRINT AT v,0;t$: LET v=v+1: RETURN
5020 LET i=33
5030 IF t$(i)<>" " THEN LET i=i-1: GO TO 5030
5040 PRINT AT v,0;t$( TO i-1): LET v=v+1
5050 LET t$=t$(i+1 TO): GO TO 5010

6000 REM light up square n
6010 FOR d=0 TO 3
6020 PRINT AT 5*FN r(n)-2+d,4+5*FN c(n); PAPER 6; INK 8; BRIGHT 1; OVER 1;"    "
6030 NEXT d
6040 RETURN

7000 REM draw the screen
7010 BORDER 7: PAPER 7: INK 0: BRIGHT 0: FLASH 0: INVERSE 0: OVER 0: CLS
7020 PRINT PAPER 1; INK 7;"          THE REFEREE           "
7030 PRINT AT 21,0; INK 1;" "
7040 FOR d=1 TO 3
7050 PRINT INK 1;AT 2,5.5+5*d;d;AT 5*d-.5,7;d
7060 NEXT d
7070 FOR d=108 TO 148 STEP 40
7080 PLOT d,39: DRAW 0,112
7090 PLOT 72,d-33: DRAW 111,0
7100 NEXT d
7110 LET v=18: LET t$="Type a board of three in a row: three rows of three squares, X or O, or - for empty.": GO SUB 5000
7120 RETURN

9500 DATA 1,2,3,"row 1",4,5,6,"row 2",7,8,9,"row 3"
9510 DATA 1,4,7,"column 1",2,5,8,"column 2",3,6,9,"column 3"
9520 DATA 1,5,9,"falling diagonal",3,5,7,"rising diagonal"
