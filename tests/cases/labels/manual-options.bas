# zmakebas -s 100 -i 5 -a @foo
goto @foo
print "not seen"
@foo: print "hello world"
