# Machine code in the first remark, at 23760: LD BC,1234; RET.
1 REM \{0x01}\{0xD2}\{0x04}\{0xC9}
10 REM nothing to see
20 PRINT USR 23760
30 LET nothing=0
40 PRINT nothing
