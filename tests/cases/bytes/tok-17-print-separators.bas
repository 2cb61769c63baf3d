10 PRINT ''"a"'"b";"c","d";
