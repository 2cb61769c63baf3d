# zxtap fmt
10 PRINT 123\
   45: REM a\
b\
   c\\\
d
20 LET a$="£\
x"\

30 GO TO \
10
