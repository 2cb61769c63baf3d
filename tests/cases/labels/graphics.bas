# escapes beside labels
@udg: for i=0 to 7: read n: poke usr "a"+i,n: next i
data bin 00111100,bin 01000010,129,165,129,153,66,60
@show: print "\a\b\c \::\''\.. \* `5"
print "\{16}\{2}red"
if inkey$<>"q" then goto @show
restore @udg
