10 PRINT "one"
10 PRINT "two"
