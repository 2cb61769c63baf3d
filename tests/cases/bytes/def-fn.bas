10 DEF FN r()=INT (RND*6)+1
20 DEF FN s(x)=x*x
30 DEF FN l$(a$,n)=a$( TO n)
40 def fn p(x,y)=point (x,y)
50 DEFFN a(x)=x
60 LET a=1: DEF FN B(A$,B,c$,D)=LEN A$+B: PRINT FN B("x",2,"",a)
70 DEF FN a ( x , y$ ) = x
80 DEF FN a$ ( x $ )=x$
90 DEF FN m(a,b)=(a>b)*a+(b>=a)*b
100 DEF FN q(x)=FN s(x)+FN m(x,206)
110 PRINT "DEF FN a(x)": REM DEF FN a(x)
120 IF a THEN DEF FN t(t)=t
130 DEF FN e(x)=1e5*x
140 DEF FNb(x)=x: PRINT FNb(2)
