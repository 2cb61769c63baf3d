#stored
20 REM one
10 LET total = 1
