# zxtap renum --range 100-199 --start 110 --step 1
10 GO SUB 100
100 REM one
150 GO TO 10
155 GO TO 115
199 RETURN
200 GO TO 150
