20 PRINT AT r,3;FLASH n=k;BRIGHT s(n)>4;p$(n)( TO w-1);FLASH 0
