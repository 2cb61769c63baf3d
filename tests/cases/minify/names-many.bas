# More names than letters.
10 LET aa=1: LET bb=2: LET cc=3: LET dd=4: LET ee=5: LET ff=6: LET gg=7: LET hh=8: LET ii=9
20 LET jj=10: LET kk=11: LET ll=12: LET mm=13: LET nn=14: LET oo=15: LET pp=16: LET qq=17: LET rr=18
30 LET ss=19: LET tt=20: LET uu=21: LET vv=22: LET ww=23: LET xx=24: LET yy=25: LET zz=26
40 LET number27=27: LET number28=28
50 FOR x=1 TO 2: DIM y(x): NEXT x
60 PRINT aa;bb;cc;dd;ee;ff;gg;hh;ii;jj;kk;ll;mm;nn;oo;pp;qq;rr;ss;tt;uu;vv;ww;xx;yy;zz
70 PRINT number27;number28;x
