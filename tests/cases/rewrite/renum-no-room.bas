# zxtap renum --from 20 --to 40 --start 41 --step 5
10 REM
20 REM
30 REM
40 REM
42 REM
