# zxtap renum --start 9000 --step 600
10 REM
20 REM
30 REM
