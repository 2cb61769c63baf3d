10 PRINT VAL "\{LEN}""abc"""
