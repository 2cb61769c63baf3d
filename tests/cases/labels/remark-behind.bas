# a remark behind a label
@again: print 1
goto @again: rem and again
