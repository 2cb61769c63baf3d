# zxtap fmt
#name layout

# Comments stay,   as they are.
10 print"a";:goto10
  200 let a = b :   print   a
3000 if a=1then  stop
   4 REM  as   it is
20 PRINT "\':\::\{0x8F}\{A}\`\*": PRINT a$(2 TO )
30 let level42=ink: DEFFN a(x)=x
