# A line has at most 127 statements, and a joined one at most 250 bytes.
10 PRINT 1::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::
20 PRINT 2::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::
30 PRINT "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
40 PRINT "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
50 PRINT "ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
60 PRINT "ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
