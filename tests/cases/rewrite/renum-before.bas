# zxtap renum --from 20 --start 5
10 REM
20 REM
