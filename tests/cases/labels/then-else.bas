# behind THEN, behind colons, behind another jump
@top: input "n? ";n
if n<0 then goto @low
if n>9 then if n<100 then gosub @mid: goto @top
if n=0 then stop
run @top
@low: print "low": goto @top
@mid: print "mid": return
