# a tune until a key is pressed
@tune: restore @notes
@note: read d,p: if d=0 then goto @tune
beep d/8,p: if inkey$="" then goto @note
stop
@notes: data 1,0,1,2,2,4,1,2,4,0
data 0,0
