# a label ends where no longer label goes on
@a: data @a,@b,@c
@b: let n=(@a+@b)/2
@c: print @a;@b;@c: goto @a+2*(n>0)
