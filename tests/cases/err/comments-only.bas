# nothing but this

