10 PRINT "a	b"
