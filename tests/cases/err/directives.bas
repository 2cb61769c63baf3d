#name elevenchars
#autostart 0
10 STOP
