# zmakebas -s 5000 -i 100
# computed jumps over evenly numbered lines
@base: input n
gosub @base +100*n+400
goto @base
stop
stop
print "case 0": return
print "case 1": return
print "case 2": return
