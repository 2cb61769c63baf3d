# Code that a program finds by itself: all up to the last remark that may hold some stays.
10 LET start=23760
20 REM XXXXXXXXXX
30 REM words
40 LET a=start+0
50 POKE a,PEEK a
60 PRINT "done"
70 REM more words
80 PRINT "end"
