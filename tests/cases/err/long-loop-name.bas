10 FOR ij=1 TO 5
20 NEXT ij
30 DIM abc(5)
