10 PRINT a$( TO );a$(2 TO );a$( TO 3)(2);a$(1,2 TO 3)
