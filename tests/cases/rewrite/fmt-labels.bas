# zxtap fmt --tidy
#define WIDE 32
#lines 100,10
@again: print"a" ;:goto @again
 let x = WIDE :if x>WIDE then  gosub@sub
   200 rem  kept  @again
@sub: return
randomize usr WIDE
