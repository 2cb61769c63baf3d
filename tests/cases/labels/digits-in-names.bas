# digits in the name of a variable
@a: let is48=1
if is48 then goto @a
