# zxtap fmt --tidy
10 LET a = b : PRINT   a ; " x "
20   FOR i = 1 TO 10 : NEXT i
30 LET high score = 1: REM  as   it is
40 DEF FN a ( x , y ) = x + y
