#name gray
#autostart 10
#
# GRAY, for the 48K ZX Spectrum: three in a row against a rule that weighs the squares.
#
# X begins; you choose who that is. To choose a square the rule adds up, over every line through
# it: the weights of the line's three squares (corner 2, edge 1, centre 3), 2 for each own mark
# and 1 for each mark of the other; the sum counts negative for each mark of the other (two
# cancel). The highest sum is taken; among equals chance decides. v shows what the rule sees.
#
#   100  who begins           2500  show the values       5000  a line of text
#   200  the game             3000  has somebody won?     6000  light up the three
#  1000  take a key           4000  Gray chooses          7000  draw the screen
#  2000  draw square n        4500  weigh the squares     9400  the weights
#                             4900  announce the result   9500  the eight lines
#
# The board is b(9): 0 empty, 1 X, 2 O, in reading order; me is Gray's mark. w() are the weights,
# z() the same with what the marks add, h() is 1 where the other has a mark, v() are the values.

  10 REM GRAY
  20 REM It weighs the squares
  30 DEF FN r(n)=5*INT ((n-1)/3)+3
  40 DEF FN c(n)=5*(n-3*INT ((n-1)/3))+4

 100 REM who begins
 110 DIM b(9): DIM v(9): DIM w(9): DIM o$(32)
 120 RESTORE 9400: FOR n=1 TO 9: READ w(n): NEXT n
 130 LET moves=0: LET show=0: LET winner=0: LET me=0: LET k$=""
 140 GO SUB 7000
 150 LET t$="Who begins?  1 you   2 Gray": GO SUB 5000
 160 IF INKEY$<>"" THEN GO TO 160
 170 GO SUB 1000
 180 IF k$<>"1" AND k$<>"2" THEN LET t$="Press 1 to begin, 2 to let Gray": GO SUB 5000: GO TO 170
 190 RANDOMIZE: LET me=3-VAL k$
 195 IF me=1 THEN GO TO 300

 200 REM your move
 210 IF show THEN GO SUB 4500: GO SUB 2500
 220 LET t$="Your move: press 1 to 9": GO SUB 5000
 230 GO SUB 1000
 240 IF k$="v" OR k$="V" THEN LET show=NOT show: GO SUB 2600: GO TO 210
 250 IF k$<"1" OR k$>"9" THEN LET t$="Press 1 to 9, v, r or q": GO SUB 5000: GO TO 230
 260 LET n=VAL k$
 270 IF b(n) THEN LET t$="Square "+k$+" is taken: try another": GO SUB 5000: GO TO 230
 280 LET t$="You chose "+k$: GO SUB 5000: DIM o$(32): PRINT AT 18,0; INK 6;m$; INK 7;o$
 285 IF show THEN GO SUB 2600
 290 LET b(n)=3-me: GO SUB 400: IF winner OR moves=9 THEN GO TO 500

 300 REM Gray's move
 310 GO SUB 4000
 320 IF show THEN GO SUB 2500: PAUSE 50: GO SUB 2600
 330 LET t$="Gray chose "+STR$ mv+": value "+STR$ top: IF ties>1 THEN LET t$=t$+", one of "+STR$ ties
 340 GO SUB 5000: LET o$=m$
 350 LET n=mv: LET b(n)=me: GO SUB 400
 360 IF NOT winner AND moves<9 THEN GO TO 200
 370 GO TO 500

 400 REM a mark is placed on square n
 410 LET moves=moves+1: GO SUB 2000: BEEP .02,12*b(n)
 420 GO SUB 3000
 430 RETURN

 500 REM the end
 510 GO SUB 4900
 520 GO SUB 1000: GO TO 520

1000 REM show m$ and o$, then k$=a key newly pressed
1010 IF INKEY$="" THEN LET k$=""
1020 PRINT AT 18,0; INK 6;m$; INK 7;o$
1030 IF INKEY$=k$ THEN GO TO 1030
1040 LET k$=INKEY$: IF k$="" THEN GO TO 1040
1050 IF k$="r" OR k$="R" THEN RUN
1060 IF k$="q" OR k$="Q" THEN GO TO 8000
1070 RETURN

2000 REM draw square n
2010 LET r=FN r(n): LET c=FN c(n)
2020 IF b(n)=0 THEN PRINT AT r,c; PAPER 7; INK 1; BRIGHT 1;n;"   ";AT r+1,c;"    ";AT r+2,c;"    ";AT r+3,c;"    ": RETURN
2030 LET x=8*c+16: LET y=159-8*r
2040 PRINT AT r,c; PAPER 7; BRIGHT 1;" "
2050 PAPER 7: BRIGHT 1: INK 3-b(n)
2060 IF b(n)=2 THEN GO TO 2110
2070 FOR d=-1 TO 1 STEP 2
2080 PLOT x-12,y-12*d: DRAW 24,24*d: PLOT x-11,y-12*d: DRAW 24,24*d
2090 NEXT d
2100 GO TO 2150
2110 FOR d=11 TO 12
2120 PLOT x-5,y+d: DRAW 10,0: DRAW d-5,5-d: DRAW 0,-10: DRAW 5-d,5-d
2130 DRAW -10,0: DRAW 5-d,d-5: DRAW 0,10: DRAW d-5,d-5
2140 NEXT d
2150 PAPER 1: INK 7: BRIGHT 0: RETURN

2500 REM show the values of the empty squares, the highest on yellow
2510 FOR f=1 TO 9
2520 IF b(f) THEN GO TO 2550
2530 LET v$="   "+STR$ v(f)
2540 PRINT AT FN r(f)+2,FN c(f); PAPER 7-(v(f)=top); INK 0; BRIGHT 1;v$(LEN v$-3 TO)
2550 NEXT f
2560 RETURN

2600 REM hide the values
2610 FOR f=1 TO 9
2620 IF b(f)=0 THEN PRINT AT FN r(f)+2,FN c(f); PAPER 7; BRIGHT 1;"    "
2630 NEXT f
2640 RETURN

3000 REM winner (1 X, 2 O, 0 nobody) and winning line wl (1 to 8, or 0)
3010 LET winner=0: LET wl=0: RESTORE 9500
3020 FOR l=1 TO 8: READ i,j,k
3030 IF b(i) AND b(i)=b(j) AND b(j)=b(k) THEN LET winner=b(i): LET wl=l: RETURN
3040 NEXT l
3050 RETURN

4000 REM Gray chooses square mv, one of ties squares with the value top
4010 GO SUB 4500
4020 LET ties=0
4030 FOR f=1 TO 9
4040 IF b(f) OR v(f)<top THEN GO TO 4060
4050 LET ties=ties+1: IF RND*ties<1 THEN LET mv=f
4060 NEXT f
4070 RETURN

4500 REM v(n)=what square n is worth to me; top=the highest value of an empty square
4510 LET u=3-me: DIM v(9): DIM z(9): DIM h(9)
4520 FOR f=1 TO 9: LET h(f)=b(f)=u: LET z(f)=w(f)+2*(b(f)=me)+h(f): NEXT f
4530 RESTORE 9500
4540 FOR l=1 TO 8: READ i,j,k
4550 LET s=z(i)+z(j)+z(k): LET opp=h(i)+h(j)+h(k)
4560 IF opp=1 OR opp=3 THEN LET s=-s
4570 LET v(i)=v(i)+s: LET v(j)=v(j)+s: LET v(k)=v(k)+s
4580 NEXT l
4590 LET top=-99
4600 FOR f=1 TO 9
4610 IF b(f)=0 AND v(f)>top THEN LET top=v(f)
4620 NEXT f
4630 RETURN

4900 REM announce the result
4910 LET t$="A draw: no three in a row"
4920 IF winner=me THEN LET t$="Three in a row: Gray wins"
4930 IF winner=3-me THEN LET t$="Three in a row: you win!"
4940 GO SUB 5000
4950 IF winner THEN GO SUB 6000
4960 RETURN

5000 REM m$=t$ in the middle of a whole line: blanks erase what was there
5010 DIM m$(32): LET m$(17-LEN t$/2 TO)=t$
5020 RETURN

6000 REM light up the winning three
6010 RESTORE 9490+10*wl: READ i,j,k
6020 FOR f=i TO k STEP j-i
6030 FOR d=0 TO 3: PRINT AT FN r(f)+d,FN c(f); PAPER 6; INK 8; BRIGHT 1; OVER 1;"    ": NEXT d
6040 BEEP .1,f
6050 NEXT f
6060 RETURN

7000 REM draw the screen
7010 BORDER 1: PAPER 1: INK 7: BRIGHT 0: FLASH 0: INVERSE 0: OVER 0: CLS
7020 PRINT PAPER 5; INK 0;"   GRAY: IT WEIGHS THE SQUARES  "
7030 FOR n=1 TO 9: GO SUB 2000: NEXT n
7040 PRINT #0;AT 1,0; INK 5;"1-9 move  v values  r new  q end"
7050 RETURN

8000 REM goodbye
8010 LET t$="Thank you for playing. Goodbye!": GO SUB 5000
8020 PRINT AT 18,0; INK 6;m$
8030 STOP

9400 DATA 2,1,2,1,3,1,2,1,2

9500 DATA 1,2,3
9510 DATA 4,5,6
9520 DATA 7,8,9
9530 DATA 1,4,7
9540 DATA 2,5,8
9550 DATA 3,6,9
9560 DATA 1,5,9
9570 DATA 3,5,7
