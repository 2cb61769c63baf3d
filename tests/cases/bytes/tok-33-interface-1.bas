10 SAVE *"m";1;"prog": LOAD *"m";1;"prog": CAT 1: OPEN #5;"t": FORMAT "m";1;"cart"
