10 INPUT a: INPUT a$: INPUT "n?";n: INPUT ("n"+a$);n
20 INPUT LINE a$: INPUT "x"; LINE a$: INPUT LINE a$(1)
30 INPUT a,b;c'd: INPUT a(1),b$(2): INPUT ;a;
40 INPUT (a);b: INPUT "";a$: INPUT (AT 1,2;"x")
50 INPUT TAB 5;a: INPUT STR$ a
