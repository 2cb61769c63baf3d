10 IF a<=b AND c>=d OR e<>f THEN STOP
