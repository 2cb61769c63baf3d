10 PRINT "£©↑": LET a=2↑3
