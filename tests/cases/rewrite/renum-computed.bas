# zxtap renum --start 100
10 GO TO 100*n
20 IF n THEN GO SUB n: GO TO 10
30 RESTORE 100+10*n: RUN VAL a$
