# What MERGE brings may use every line and name.
10 REM one
20 LET total=0
30 PRINT total
40 STOP
50 MERGE "more"
