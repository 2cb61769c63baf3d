# zxtap renum --start 5
# The heading of BasinC, with a loop among the variables.
Auto 20
# Run-time Variables
Var f: NumFOR = 1, 7, 2, 10, 2
# End Run-time Variables
  10 FOR f=1 TO 7 STEP 2: NEXT f
  20 RUN
