# any character but blanks and colons
goto @1
@1: goto @a-b
@a-b: goto @a(1)
@a(1): goto @a_b.c
@a_b.c: goto @x+1
@x+1: goto @"quoted
@"quoted: goto @#
@#: goto @@
@@: goto @1
