1 REM ** MENU **
5 POKE 23658,8: DIM o$(3,12)
10 FOR i=1 TO 3: READ o$(i): NEXT i
20 DATA "Load","Save","Quit"
30 LET s=1
40 CLS : FOR i=1 TO 3: PRINT AT 5+i*2,8; INVERSE (i=s);o$(i): NEXT i
50 LET k$=INKEY$: IF k$="" THEN GO TO 50
60 LET s=s+(k$="6" AND s<3)-(k$="7" AND s>1)
70 IF CODE k$<>13 THEN GO TO 40
80 GO TO 100*s
100 PRINT "load": STOP
200 PRINT "save": STOP
300 PRINT "bye"
