# functions of the program beside labels
@start: input a
print fn s(a);" ";fn a$(1)
goto @start
def fn s(x)=x*x
def fn a$(n)="line "+str$ @start
