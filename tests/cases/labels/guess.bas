# zmakebas -a @game
# a game
@game: randomize: let n=int (rnd*100)+1: let tries=0
print "I think of a number from 1 to 100"
@ask: input "Your guess? ";g
let tries=tries+1
if g=n then goto @won
if g<n then print g;" is too low": goto @ask
print g;" is too high": goto @ask
@won: print "Right, in ";tries;" tries"
input "Again (y/n)? ";a$
if a$="y" then goto @game
stop
