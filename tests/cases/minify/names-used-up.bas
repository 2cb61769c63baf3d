# When the letters are used up a letter and a digit must not be the name of another variable.
10 LET a=1: LET b=2: LET c=3: LET d=4: LET e=5: LET f=6: LET g=7: LET h=8: LET i=9: LET j=10: LET k=11
20 LET l=12: LET m=13: LET n=14: LET o=15: LET p=16: LET q=17: LET r=18: LET s=19: LET t=20: LET u=21
30 LET v=22: LET w=23: LET x=24: LET y=25: LET z=26
40 LET a0=30: LET b0=31: LET score=32: LET lives=33
50 PRINT a0;b0;score;lives;a;z
