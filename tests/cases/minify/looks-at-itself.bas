# Nothing is changed in a program that looks up where it stands.
10 REM one
20 LET start=PEEK 23635+256*PEEK 23636
30 PRINT PEEK (start+1)
