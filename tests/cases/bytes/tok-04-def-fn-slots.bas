10 DEF FN a$(x$,y)=x$
20 PRINT FN a$("x",1)
