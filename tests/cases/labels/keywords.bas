# Capitals, small letters, and the short spellings
Goto @a
@a: GOSUB @b
GO TO @c
@b: go sub @c: Return
@c: RaNdOmIsE: restore @a
LIST @b
llist @c
RUN @a
