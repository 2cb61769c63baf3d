10 LET a="x": LET a$=1
20 PRINT "a"*2;LEN 5;CODE "a"+"b"
30 IF a$ THEN STOP
