# zxtap fmt --json
10 goto 10
