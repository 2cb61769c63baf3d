10 PRINT "naïve €5 “quoted”"
20 LET x≠5
