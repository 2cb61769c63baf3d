#autostart @start
# The lines of a file stand where it is named, and files may name files beside them.
@start: GO SUB @title: GO SUB @beep
STOP
#include "parts/title.inc"
#include "parts/sound.inc"
@last: GO TO @start+0*@last
