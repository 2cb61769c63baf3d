# a label on a line of its own names the next line
@start:
print "again"
@more:

# comments and blank lines between
let n=n+1
if n<10 then goto @more
goto @start
