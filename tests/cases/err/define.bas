#define
#define 3 LIVES
#define PRINT LPRINT
#define val$ v$
#define F(x) x*x
#define a-b c
#define OPEN "
#define BACK \
#define LIVES 3
#define LIVES 3
#define LIVES 4
#define ONE TWO+TWO
#define TWO (ONE)
#define WRONG PRNT
#define DEEP GO TO @nowhere
10 PRINT ONE: PRINT LIVES 4
20 WRONG LIVES
30 DEEP: PRINT LIVES: LET x=LIVES LIVES
