# zmakebas -s 100
# keys move a letter about
let x=15: let y=10: cls
@loop: print at y,x;"O"
let k$=inkey$
if k$="" then goto @loop
print at y,x;" "
let x=x+(k$="p" and x<31)-(k$="o" and x>0)
let y=y+(k$="a" and y<21)-(k$="q" and y>0)
goto @loop
