# zxtap fmt
10 print "a": \
      goto 10: \
 let a$="one \
two"
20 REM one \
two
