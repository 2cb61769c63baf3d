# an @ in a string, as zmakebas wants it written
@a: print "\@a at home"
print "me\@home.example"
goto @a
