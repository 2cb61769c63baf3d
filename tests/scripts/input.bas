#autostart 10
10 INPUT "How many? ";n
20 INPUT "Your name? "; LINE n$
30 DIM s(2,3): LET s(2,3)=n/4: DIM t$(2,4): LET t$(2)=n$
40 FOR i=1 TO n: PRINT i;" ";n$: NEXT i
50 LET total=n*10: PAUSE 0
60 PRINT AT 21,27; INVERSE 1;" end "
