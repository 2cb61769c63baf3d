# zxtap renum --start 100
10 GO TO 15
20 GO SUB 25
30 GO TO 9000
40 RUN 0: GO TO 41
