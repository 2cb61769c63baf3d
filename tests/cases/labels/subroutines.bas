# zmakebas -s 1000 -i 10 -a @main
@main: gosub @setup
for i=1 to 8: gosub @star: next i
stop

@setup:
border 0: paper 0: ink 7: cls
return

@star:
print at i,i;ink i-1;"*"
return
