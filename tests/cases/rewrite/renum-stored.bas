# zxtap renum
#stored
20 GO TO 10
10 REM
