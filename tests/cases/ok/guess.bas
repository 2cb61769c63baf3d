10 REM guess the number
20 LET n=INT (RND*100)+1: LET tries=0
30 INPUT "Your guess? ";g
40 LET tries=tries+1
50 IF g<n THEN PRINT g;" is too small": GO TO 30
60 IF g>n THEN PRINT g;" is too big": GO TO 30
70 PRINT "Right, after ";tries;" tr";("y" AND tries=1)+("ies" AND tries<>1)
80 INPUT "Again (y/n)? ";LINE a$
90 IF a$="y" OR a$="Y" THEN RUN
100 STOP
