# zxtap renum
10 REM one
10 REM two
