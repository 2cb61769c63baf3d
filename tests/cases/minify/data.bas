# Numbers in DATA, a RESTORE to a line that is not there, strings.
10 RESTORE 75
20 READ a,b,c$
30 PRINT a;b;c$
40 RESTORE
50 READ a,b: PRINT a;b
60 READ a,b,c$: PRINT a;b;c$
70 DATA 1,2
80 DATA 0,.5,"x"
90 RESTORE 85: READ a: PRINT a
100 DATA 300
