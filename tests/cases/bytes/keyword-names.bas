10 LET ink=3
20 LET at=5: LET to=1: LET line=2
30 LET print=1: LET stop=print+1
40 LET Paper=7: LET BORDER=0
50 PRINT at
