10 PRINT "a"
# a comment
   
20 LET a=1
# a comment
   
30 GO TO 10
