# zxtap renum
1 CLS
10
