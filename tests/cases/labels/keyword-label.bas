# a label that is spelled like a keyword
@print: print 1
@stop: goto @print
goto @stop
