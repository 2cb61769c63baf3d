90 LET t$="STR$ n+TAB 4"
