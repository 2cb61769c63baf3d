10 a=1: PRINT "x": b=2: FOR ij=1 TO 2
