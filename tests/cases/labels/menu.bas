# zmakebas -s 10 -i 10 -a @menu
@menu:
cls: print at 5,10;"1  Play"
print at 7,10;"2  Keys"
print at 9,10;"3  Quit"
@key:
let k$=inkey$
if k$="1" then gosub @game: goto @menu
if k$="2" then gosub @help: goto @menu
if k$="3" then stop
goto @key
@game:
print at 20,0;"playing": pause 50: return
@help:
print at 20,0;"Q A O P": pause 50: return
