10 PRINT "hello
20 LET a$="x: GO TO 10
