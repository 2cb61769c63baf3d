10 PRINT "£©"
