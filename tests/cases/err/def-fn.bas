10 DEF FN ab(x)=x
20 DEF FN a(x)
30 PRINT FN a
40 DEF FN a$(x)=x
