10 LET total=1: LET Total=2
