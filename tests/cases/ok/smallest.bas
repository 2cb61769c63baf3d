10 REM the smallest
20 PRINT "ok"
