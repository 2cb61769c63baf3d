# indentation in front of labels and lines is layout
  @outer: for a=1 to 3
    @inner: for b=1 to 3
      print a;b
    next b
  next a
  if inkey$="" then goto @inner
	goto @outer
