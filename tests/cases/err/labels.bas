@one: PRINT 1: GO TO @tow
@two PRINT 2
@one: GO TO @nobody+1
@unused: @also-unused: STOP
PRINT @two @one: @three: CLS
GO TO @: RUN @TWO
@: CLS
@a-label-that-is-longer-than-any-label-can-be-which-is-sixty-four-characters: CLS
#autostart @on
@spaced : CLS
