# To the ROM `total price` is `total`, since a space follows the l; without the space it is not.
10 LET total=1
20 LET total price=2
30 PRINT total
40 LET totalprice=3
50 PRINT total;" ";totalprice;" ";total price
