# foo and FOO are two labels
goto @FOO
@foo: print "small": stop
@FOO: print "capital": goto @foo
