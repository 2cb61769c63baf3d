# POKE USR "a" is for graphics and harms nothing; nor does PEEK of the clock.
10 REM a graphic
20 FOR n=0 TO 7
30 READ row: POKE USR "a"+n,row
40 NEXT n
50 DATA 0,60,66,BIN 10000001,129,66,60,0
60 PRINT PEEK USR "a";PEEK (USR "b"-5)
70 LET clock=PEEK 23672
80 IF clock>=0 THEN PRINT "ticks"
