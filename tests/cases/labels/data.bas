# RESTORE, and line numbers among DATA
restore @second
read a,b,a$
restore @first
read c
goto c
@first: data @first ,@second ,10
@second: data @first ,@second ,"first"
