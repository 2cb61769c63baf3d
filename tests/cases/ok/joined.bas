10 PRINT "one, \
   two, \
   three": \
   PRINT "four"
