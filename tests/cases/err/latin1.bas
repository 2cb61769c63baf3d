10 PRINT "£©é"
