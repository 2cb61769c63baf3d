# Cheaper forms, and where they would bind otherwise; a number that was doctored stays.
10 PRINT 0;1;3;65;34;256;.5;0+1;2*0;-0;-1;0=0;0 AND 1;NOT 0
20 LET a=0: LET b=1+0*3: LET c=5\{NUMBER 0x0000070000}
30 PRINT a;b;c;STR$ 0;CHR$ 65
40 IF 0 THEN PRINT "never"
50 GO TO 60
60 FOR i=0 TO 3 STEP 1: PRINT i;: NEXT i
