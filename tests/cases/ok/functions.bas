10 DEF FN r(n)=INT (RND*n)+1
20 DEF FN c$(a$,w)="                "( TO (w-LEN a$)/2)+a$
30 DEF FN p()=PEEK 23672+256*PEEK 23673
40 PRINT FN c$("MIDDLE",32)
50 PRINT FN r(6);" ";FN p()
60 PRINT SQR 2;" ";EXP 1;" ";SIN (PI/6);" ";INT -2.5;" ";.1+.2
