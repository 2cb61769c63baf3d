Check 8D0B4F2E
Auto 8224

# Run-time Variables

# End Run-time Variables

  10 PRINT "hello, \
     world"
  20 PRINT "\#016\#002\a\::": \
     STOP
