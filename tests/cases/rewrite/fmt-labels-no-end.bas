# zxtap fmt
@again: print"a"
if 1 then goto @again