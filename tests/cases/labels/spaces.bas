# spaces that were typed
@a: let a = 1 : print a ; "x"
goto @a
