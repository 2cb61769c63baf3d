# two labels for one line
@first:
@second:
cls
goto @first
goto @second
