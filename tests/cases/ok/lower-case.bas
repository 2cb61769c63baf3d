10 rem keywords in any case
20 for i=1 to 10 step 2: print i;" ";: next i
30 if i>=5 and not (i<>3 or i<=2) then goto 50
40 let n$="x": Let score = 0
50 gosub 100: randomise: stop
100 return
