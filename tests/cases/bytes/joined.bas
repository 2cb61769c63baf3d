10 PRINT "hello \
world"
20 LET a=1: \
LET b=2
