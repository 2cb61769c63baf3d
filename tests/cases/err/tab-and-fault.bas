10 PRNT "a	b"
20 LET ink=1: PRINT "a	b": FORn=1TO9
