# zxtap renum
10 PRNT 1
