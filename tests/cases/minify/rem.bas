# Remarks: alone, behind a colon, behind THEN, jumped to, and one that holds more than text.
10 REM begin
20 GO SUB 100: REM call
30 GO SUB 110
40 FOR n=1 TO 2: REM loop
50 PRINT "n";n
60 NEXT n
70 IF n=3 THEN REM so it is
80 PRINT "end": REM: DATA 1
90 GO TO 200
100 REM a subroutine that begins with a remark
105 PRINT "one"
110 REM another, which falls in
115 PRINT "two": RETURN
120 REM \{0xC9}\{DATA}
200 : REM nothing but this
210 READ a: PRINT a
220 DATA 7
230 GO TO 300
240 PRINT "never"
300 REM the last line, jumped to
