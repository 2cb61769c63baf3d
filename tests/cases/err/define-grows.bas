#define A0 xxxxxxxxxx+xxxxxxxxxx
#define A1 A0+A0
#define A2 A1+A1
#define A3 A2+A2
#define A4 A3+A3
#define A5 A4+A4
#define A6 A5+A5
#define A7 A6+A6
#define A8 A7+A7
#define A9 A8+A8
#define A10 A9+A9
#define A11 A10+A10
#define A12 A11+A11
#define A13 A12+A12
#define A14 A13+A13
#define A15 A14+A14
#define A16 A15+A15
#define A17 A16+A16
#define A18 A17+A17
#define A19 A18+A18
#define A20 A19+A19
#define A21 A20+A20
#define A22 A21+A21
#define A23 A22+A22
#define A24 A23+A23
#define A25 A24+A24
#define A26 A25+A25
#define A27 A26+A26
#define A28 A27+A27
#define A29 A28+A28
10 PRINT A29
20 PRINT A1: PRNT
#define B0
#define B1 B0 B0 B0 B0
#define B2 B1 B1 B1 B1
#define B3 B2 B2 B2 B2
#define B4 B3 B3 B3 B3
#define B5 B4 B4 B4 B4
#define B6 B5 B5 B5 B5
#define B7 B6 B6 B6 B6
#define B8 B7 B7 B7 B7
#define B9 B8 B8 B8 B8
#define B10 B9 B9 B9 B9
#define B11 B10 B10 B10 B10
#define B12 B11 B11 B11 B11
#define B13 B12 B12 B12 B12
#define B14 B13 B13 B13 B13
#define B15 B14 B14 B14 B14
#define B16 B15 B15 B15 B15
#define B17 B16 B16 B16 B16
#define B18 B17 B17 B17 B17
#define B19 B18 B18 B18 B18
#define B20 B19 B19 B19 B19
#define B21 B20 B20 B20 B20
#define B22 B21 B21 B21 B21
#define B23 B22 B22 B22 B22
#define B24 B23 B23 B23 B23
#define B25 B24 B24 B24 B24
#define B26 B25 B25 B25 B25
#define B27 B26 B26 B26 B26
#define B28 B27 B27 B27 B27
#define B29 B28 B28 B28 B28
30 PRINT B29
