PRINT "no number"
10 PRINT 1
