# a label in a string is text
@a: print "@a "
goto @a
