#Name demo
#autorun 10
#Define LIVES 3
#inlcude "x.bas"
#line 100
# Name of the game
#names are comments
#Lines of a poem
#name "demo
#ifdef DEBUG
10 PRINT 1
#endif
