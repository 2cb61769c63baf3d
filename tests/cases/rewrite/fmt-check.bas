# zxtap fmt --check
10 goto 10
