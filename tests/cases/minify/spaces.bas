# Spaces go, outside strings and remarks.
10 LET a = 1 : LET b$ = " x  y "
20 LET my long name = 2
30 PRINT a ; b$ ; my long name ; "a" + "b" ; b$ ( 2 TO 3 )
40 DEF FN s ( x , y ) = x + y
50 PRINT FN s ( 1 , 2 )
60 IF a = 1 THEN PRINT "yes" : PRINT TAB 5 ; BIN 1 0 1
