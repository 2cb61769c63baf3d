# a label behind the last line
@go: print "x": if rnd<1 then goto @end
goto @go
@end:
