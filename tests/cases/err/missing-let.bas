10 a=1
20 score=score+1: PRINT score
30 a$="x"
