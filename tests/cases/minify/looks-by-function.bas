10 DEF FN p(a)=PEEK a+256*PEEK (a+1)
20 LET here=FN p(23635): PRINT CHR$ PEEK (here+6)
30 REM gone?
