#lines 10,10
PRINT "@nobody";"\@": REM @nobody: \@
LET a$="you@home": REM
\{REM}@nobody
PRINT 1: \{0xEA}@nobody
