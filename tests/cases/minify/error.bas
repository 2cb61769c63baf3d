# A report within a joined line.
10 LET a=1
20 DIM b(3)
30 LET b(4)=a
40 PRINT "never"
