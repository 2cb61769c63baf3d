# arrays filled from DATA by label
dim a(8): dim n$(3,5)
restore @squares: for i=1 to 8: read a(i): next i
restore @names: for i=1 to 3: read n$(i): next i
print a(3);n$(2)(1 to 3);n$(3,2 to)
stop
@squares: data 1,4,9,16,25,36,49,64
@names: data "one","two","three"
