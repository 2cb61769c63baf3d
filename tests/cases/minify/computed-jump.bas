# Lines stay where a computed jump may lead to them.
10 FOR n=1 TO 2
20 GO SUB 100*n
30 NEXT n
40 STOP
100 REM remarks may go
110 PRINT "one"
120 RETURN
200 PRINT "two"
210 RETURN
