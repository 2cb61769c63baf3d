# A program that is nothing but a remark keeps it.
10 REM alone
