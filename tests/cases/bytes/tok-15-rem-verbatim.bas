10 REM goto 10: print "x: PRINT 2
