goto @foo
print "not seen"
@foo: print "hello world"
