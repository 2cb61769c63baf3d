10 SAVE *"m";1;"x": CAT 1
20 FORMAT "m";1;"x"
