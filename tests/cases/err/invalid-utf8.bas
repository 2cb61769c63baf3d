10 PRINT "ok"
20 PRINT "ÿþ"
30 PRINT "â‚"
