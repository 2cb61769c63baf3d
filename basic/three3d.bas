#name three3d
#autostart 10
#
# THREE IN A ROW IN THREE DIMENSIONS, for the 48K ZX Spectrum and two people.
#
# A cube of 3 x 3 x 3 cells: layer A in front, B, C behind. X and O move in turn until all 27 cells
# are taken; every line of three counts, and there are 49. A move is a layer and a square: B5. The
# first move may not take the centre of the cube.
#
#   100  the game             4000  count the lines       9000  what the lines are made of
#  1000  read a move          4900  the end
#  2000  print cell n         5000  a message
#  3000  where cell n is      7000  draw the screen
#
# The board is a(27): 0 empty, 1 X, -1 O; A is 1-9, B 10-18, C 19-27. p$ holds row and column of
# every cell, two digits each. Line 230 draws the screen anew when very long typing has run over
# it: that wipes out the red (a space, so nobody sees it) at the end of line 21.

  10 REM THREE IN A ROW IN 3D
  20 REM Two players, most lines win

 100 REM a new game
 110 DIM a(27): LET moves=0: LET p=1: LET sx=0: LET so=0: LET lines=0
 120 LET p$="141114161421160916141619180718121817"
 130 LET p$=p$+"081408190824101210171022121012151220"
 140 LET p$=p$+"021702220227041504200425061306180623"
 150 GO SUB 7000
 160 LET e$="Two players, 27 moves": GO SUB 5000

 200 REM a move
 210 LET w$="X": IF p=-1 THEN LET w$="O"
 220 PRINT AT 0,0;: INPUT INK 1;(w$+"'s move (A1 to C9, R new): "); LINE m$
 230 IF ATTR (21,31)<>50 THEN GO SUB 7000
 240 IF m$="R" OR m$="r" THEN RUN
 250 GO SUB 1000
 260 IF e$<>"" THEN GO SUB 5100: BEEP .1,-12: GO TO 200
 270 LET a(n)=p: LET moves=moves+1
 280 GO SUB 2000: BEEP .02,12+6*p
 290 LET e$=w$+" takes "+FN n$(n): GO SUB 5000
 300 LET lines=sx+so: GO SUB 4000: LET lines=sx+so-lines
 310 GO SUB 7500
 320 IF lines THEN LET e$=e$+": "+STR$ lines+" line"+("s" AND lines>1)+"!": GO SUB 5000: BEEP .2,24
 330 LET p=-p
 340 IF moves<27 THEN GO TO 200
 350 GO TO 4900

1000 REM n=the cell that m$ names; e$ says what is wrong with it
1010 LET e$=""
1020 IF m$="" THEN LET e$="Type a layer and a square: B5": RETURN
1030 IF LEN m$>2 THEN LET e$="Too long: B5 is a move": RETURN
1040 LET l=CODE m$-64: IF l>32 THEN LET l=l-32
1050 IF l<1 OR l>3 THEN LET e$="No such layer: A, B or C": RETURN
1060 IF LEN m$<2 THEN LET e$="Which square? 1 to 9": RETURN
1070 IF m$(2)<"1" OR m$(2)>"9" THEN LET e$="No such square: 1 to 9": RETURN
1080 LET n=9*l-9+VAL m$(2)
1090 IF a(n) THEN LET e$=FN n$(n)+" is taken": RETURN
1100 IF n=14 AND moves=0 THEN LET e$="The first move may not be B5"
1110 RETURN

2000 REM print the mark in cell n
2010 LET r=VAL p$(4*n-3 TO 4*n-2): LET c=VAL p$(4*n-1 TO 4*n)
2020 PRINT AT r,c; BRIGHT 1;"O X"(a(n)+2)
2030 RETURN

3000 DEF FN n$(n)=CHR$ (65+INT ((n-1)/9))+STR$ (n-9*INT ((n-1)/9))

4000 REM sx and so=the lines that X and O have completed
4010 LET sx=0: LET so=0
4020 REM 13 lines through the centre
4030 IF a(14)=0 THEN GO TO 4080
4040 FOR z=1 TO 13
4050 LET s=a(14-z)+a(14)+a(14+z)
4060 LET sx=sx+(s=3): LET so=so+(s=-3)
4070 NEXT z
4080 REM 18 others, by middle cell and step, each with its mirror image
4090 RESTORE 9000
4100 FOR z=1 TO 18: READ c,d
4110 IF a(c) THEN LET s=a(c-d)+a(c)+a(c+d): LET sx=sx+(s=3): LET so=so+(s=-3)
4120 LET c=28-c
4130 IF a(c) THEN LET s=a(c-d)+a(c)+a(c+d): LET sx=sx+(s=3): LET so=so+(s=-3)
4140 NEXT z
4150 RETURN

4900 REM the end
4910 LET e$="A draw: "+STR$ sx+" lines each"
4920 IF sx>so THEN LET e$="X wins by "+STR$ sx+" to "+STR$ so
4930 IF so>sx THEN LET e$="O wins by "+STR$ so+" to "+STR$ sx
4940 GO SUB 5000
4950 FOR z=0 TO 12 STEP 4: BEEP .1,z: NEXT z
4960 IF INKEY$<>"" THEN GO TO 4960
4970 PRINT #0;AT 1,0; INK 1;"Another game? Y or N"
4980 LET m$=INKEY$: IF m$="Y" OR m$="y" OR m$="R" OR m$="r" THEN RUN
4990 IF m$<>"N" AND m$<>"n" THEN GO TO 4980
4995 STOP

5000 REM message e$
5010 PRINT AT 21,0,,AT 21,31; INK 2;" ";AT 21,0; INK 1;e$
5020 RETURN

5100 REM flashing message e$
5110 PRINT AT 21,0,,AT 21,31; INK 2;" ";AT 21,0; INK 1; FLASH 1;e$
5120 RETURN

7000 REM draw the screen
7010 BORDER 6: PAPER 6: INK 1: BRIGHT 0: FLASH 0: INVERSE 0: OVER 0: CLS
7020 FOR l=2 TO 0 STEP -1
7030 LET y=13-6*l: LET x=9+3*l
7040 PRINT AT y,x;"▞▀▀▀▀▛▀▀▀▀▛▀▀▀▀▛"
7050 FOR r=0 TO 2
7060 LET y=y+1: LET x=x-1
7070 PRINT AT y,x;"▞";3*r+1;"   ▞";3*r+2;"   ▞";3*r+3;"   ▞"
7080 LET y=y+1: LET x=x-1
7090 IF r<2 THEN PRINT AT y,x;"▞▀▀▀▀▛▀▀▀▀▛▀▀▀▀▛"
7100 NEXT r
7110 PRINT AT y,x;"████████████████"
7120 PRINT AT y-3,x+1;CHR$ (65+l)
7130 NEXT l
7140 FOR n=1 TO 27: IF a(n) THEN GO SUB 2000
7150 NEXT n
7160 PRINT AT 16,25;"THREE";AT 17,24;"IN A ROW";AT 18,25;"IN 3D"

7500 REM the totals
7510 PRINT AT 1,1;"X ";sx;" line";"s" AND sx<>1;" ";AT 3,1;"O ";so;" line";"s" AND so<>1;" "
7520 RETURN

9000 DATA 2,1,4,3,5,1,5,2,5,3,5,4,6,3,8,1,10,9
9010 DATA 11,1,11,8,11,9,11,10,12,9,13,3,13,6,13,9,13,12
