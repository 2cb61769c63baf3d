# a backslash joins lines
@menu: print "1 play"'\
"2 quit": \
let k=code inkey$
if k=49 then \
goto @go
goto @menu
@go: \
print "go"
