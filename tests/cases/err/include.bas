#include "include.bas"
#include "parts/missing.inc"
#include parts/broken.inc
#include
#include "parts/broken.inc"
#include "parts/tape.inc"
#include "parts/again.inc"
30 GO TO @here
