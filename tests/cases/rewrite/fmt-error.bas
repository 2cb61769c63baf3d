# zxtap fmt
10 goto
