# a label is a number wherever a number can stand
let home=@home
let a=home-@other
print @home ;" ";@other
goto @home *(a=0)+@other *(a<>0)
@home: stop
@other: goto home
