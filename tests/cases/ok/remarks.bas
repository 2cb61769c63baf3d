10 REM anything: GOTO 10 "odd <= £ \{PRINT}\a\\
20 REM
30 CLS : REM tail
