# zmakebas -s 1 -i 1
@one: let a=1: let b=65535: let c=123456789
let d=1e6
let e=-32768
if a<=b and b>=c or a<>d then goto @one
@two: print bin 1010;bin 0;pi;rnd
goto @two
