# zxtap renum --start 1 --step 1
# Joined lines and odd layout.
100 PRINT "a": \
    GO TO \
    100

	# still a comment
200  GOTO100:GO  SUB   200
