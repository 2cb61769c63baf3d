10 DATA hello world,12,"x"
20 DATA a b,c$,a$(1),-1
30 READ a,b$,c(2),d$(1),e$(1 TO 2)
40 DATA "a","b""c","",""
50 DATA 1 , 2 ,3
60 DATA BIN 1,PI,RND,INT 2.5,CHR$ 65
70 RESTORE: RESTORE 10: RESTORE a*10
80 DATA total,print1,ink2
