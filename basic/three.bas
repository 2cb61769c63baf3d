#name three
#autostart 10
#
# THREE IN A ROW, for the 48K ZX Spectrum.
#
# You are X and move first; the Spectrum is O.
#
#   100  the game             2500  where is square n?     5000  centre a line of text
#  1000  take a key           3000  has somebody won?      6000  strike out the three
#  2000  draw square n        4000  O chooses a square     7000  draw the screen
#                             4500  complete a line        8000  goodbye
#                             4900  announce the result    9500  the eight lines
#
# The board is b(9): 0 empty, 1 X, 2 O, in reading order.

  10 REM THREE IN A ROW
  20 REM You are X, the Spectrum is O
  30 REM Keys 1 to 9, r and q

 100 REM a new game
 110 DIM b(9): DIM o$(32): LET moves=0: LET k$=""
 120 GO SUB 7000
 130 IF INKEY$<>"" THEN GO TO 130

 200 REM your move
 210 LET t$="Your move: press 1 to 9": GO SUB 5000
 220 GO SUB 1000
 230 IF k$<"1" OR k$>"9" THEN LET t$="Press 1 to 9, r or q": GO SUB 5000: GO TO 220
 240 LET n=VAL k$
 250 IF b(n) THEN LET t$="Square "+k$+" is taken: try another": GO SUB 5000: GO TO 220
 260 LET t$="You chose "+k$: GO SUB 5000: DIM o$(32): PRINT AT 19,0; INK 6;m$;o$
 270 LET b(n)=1: LET moves=moves+1
 280 GO SUB 2000: BEEP .02,24
 290 GO SUB 3000: IF winner OR moves=9 THEN GO TO 400

 300 REM O's move
 310 GO SUB 4000
 320 LET n=mv: LET b(n)=2: LET moves=moves+1
 330 GO SUB 2000: BEEP .02,12
 340 LET t$="O chose "+STR$ n+": "+r$: GO SUB 5000: LET o$=m$
 350 GO SUB 3000: IF NOT winner THEN GO TO 200

 400 REM the end
 410 GO SUB 4900
 420 GO SUB 1000: GO TO 420

1000 REM show m$ and o$, then k$=a key newly pressed
1010 IF INKEY$="" THEN LET k$=""
1020 PRINT AT 19,0; INK 6;m$; INK 7;o$
1030 IF INKEY$=k$ THEN GO TO 1030
1040 LET k$=INKEY$: IF k$="" THEN GO TO 1040
1050 IF k$="r" OR k$="R" THEN RUN
1060 IF k$="q" OR k$="Q" THEN GO TO 8000
1070 RETURN

2000 REM draw square n
2010 GO SUB 2500
2020 IF b(n)=0 THEN PRINT AT 5+5*r,10+6*c; INK 3;n: RETURN
2030 PRINT AT 5+5*r,10+6*c;" "
2040 IF b(n)=2 THEN GO TO 2200
2100 REM X: two double diagonals
2110 INK 5
2120 FOR d=-1 TO 1 STEP 2
2130 PLOT x-13,y-12*d: DRAW 24,24*d
2140 PLOT x-12,y-12*d: DRAW 24,24*d
2150 NEXT d
2160 INK 7: RETURN
2200 REM O: a double octagon
2210 FOR d=11 TO 12
2220 PLOT x-5,y+d: DRAW 10,0: DRAW d-5,5-d: DRAW 0,-10: DRAW 5-d,5-d
2230 DRAW -10,0: DRAW 5-d,d-5: DRAW 0,10: DRAW d-5,d-5
2240 NEXT d
2250 RETURN

2500 REM row r, column c and centre x,y of square n
2510 LET r=INT ((n-1)/3): LET c=n-1-3*r
2520 LET x=80+48*c: LET y=132-40*r
2530 RETURN

3000 REM winner (1 X, 2 O, 0 nobody) and winning line wl (1 to 8, or 0)
3010 LET winner=0: LET wl=0: RESTORE 9500
3020 FOR l=1 TO 8: READ i,j,k
3030 IF b(i) AND b(i)=b(j) AND b(j)=b(k) THEN LET winner=b(i): LET wl=l: RETURN
3040 NEXT l
3050 RETURN

4000 REM O chooses square mv; r$ says why
4010 LET mark=2: GO SUB 4500: LET r$="win": IF mv THEN RETURN
4020 LET mark=1: GO SUB 4500: LET r$="block": IF mv THEN RETURN
4030 LET r$="first empty"
4040 LET mv=1
4050 IF b(mv) THEN LET mv=mv+1: GO TO 4050
4060 RETURN

4500 REM mv=first square that completes a line for mark, or 0
4510 LET mv=0: RESTORE 9500
4520 FOR l=1 TO 8: READ i,j,k
4530 IF b(i)=0 AND b(j)=mark AND b(k)=mark THEN LET mv=i: RETURN
4540 IF b(i)=mark AND b(j)=0 AND b(k)=mark THEN LET mv=j: RETURN
4550 IF b(i)=mark AND b(j)=mark AND b(k)=0 THEN LET mv=k: RETURN
4560 NEXT l
4570 RETURN

4900 REM announce the result
4910 LET t$="A draw: no three in a row"
4920 IF winner=1 THEN LET t$="Three in a row: you win!"
4930 IF winner=2 THEN LET t$="Three in a row: O wins"
4940 GO SUB 5000
4950 IF NOT winner THEN RETURN
4960 GO SUB 6000
4970 FOR d=0 TO 12 STEP 4: BEEP .06,d*(3-2*winner): NEXT d
4980 RETURN

5000 REM m$=t$ in the middle of a whole line: blanks erase what was there
5010 DIM m$(32): LET m$(17-LEN t$/2 TO)=t$
5020 RETURN

6000 REM strike out the winning three
6010 RESTORE 9490+10*wl: READ i,j,k
6020 LET n=k: GO SUB 2500: LET u=x: LET v=y
6030 LET n=i: GO SUB 2500: LET u=u-x: LET v=v-y
6040 INK 3+2*winner
6050 FOR d=0 TO 2
6060 PLOT x-u/7+d*(u=0),y-v/7+(1-d)*(u<>0): DRAW u*9/7,v*9/7
6070 NEXT d
6080 INK 7: RETURN

7000 REM draw the screen
7010 BORDER 0: PAPER 0: INK 7: BRIGHT 1: FLASH 0: INVERSE 0: OVER 0: CLS
7020 PRINT AT 0,9; INK 6;"THREE IN A ROW"
7030 INK 1
7040 FOR d=0 TO 3
7050 PLOT 56+48*d,32: DRAW 0,120
7060 PLOT 56,32+40*d: DRAW 144,0
7070 NEXT d
7080 INK 7
7090 FOR n=1 TO 9: GO SUB 2000: NEXT n
7100 PRINT #0;AT 1,0; BRIGHT 1; INK 4;"1-9 place X   r restart   q quit"
7110 RETURN

8000 REM goodbye
8010 LET t$="Thank you for playing. Goodbye!": GO SUB 5000
8020 PRINT AT 19,0; INK 6;m$
8030 STOP

9500 DATA 1,2,3
9510 DATA 4,5,6
9520 DATA 7,8,9
9530 DATA 1,4,7
9540 DATA 2,5,8
9550 DATA 3,6,9
9560 DATA 1,5,9
9570 DATA 3,5,7
