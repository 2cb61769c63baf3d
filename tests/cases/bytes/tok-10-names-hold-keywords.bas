10 LET total=forty: LET print1=2: LET inkey=3: LET android=4: LET spin=5
