20 PRINT "two"
10 PRINT "one"
