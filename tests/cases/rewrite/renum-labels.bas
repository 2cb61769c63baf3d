# zxtap renum
GO TO @end
@end: STOP
