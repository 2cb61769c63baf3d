# fractions as the ROM makes them
@a: print .5;0.1;2.5e-3
goto @a
