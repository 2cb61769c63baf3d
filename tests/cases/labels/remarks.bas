# labels in remarks are text
@a: rem goto @a
print 1: rem @nowhere: and more
goto @a: rem @a
