# A line without its end is left alone, and so is the program.
10 REM one\{NOEND}
20 PRINT "two"
