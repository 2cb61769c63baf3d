10 IF a<=b OR a>=b OR a<>b THEN STOP
20 PRINT a$<>b$;a$<="x";"x">=a$
30 LET a=b<>-1: LET a=2^3
