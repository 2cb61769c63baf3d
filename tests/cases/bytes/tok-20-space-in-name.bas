10 LET a b=1: PRINT ab
