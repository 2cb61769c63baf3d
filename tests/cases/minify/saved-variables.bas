# A saved loop goes back to a statement.
#variables 0xE900000100000000020000000001000014000200
10 REM one
20 LET total = 1
30 PRINT total
