# zmakebas -a @boot
@boot: clear 32767
load "screen"screen$
load "code"code
randomize usr 32768
@keep: save "loader" line @boot
verify "loader": goto @keep
