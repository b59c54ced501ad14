version = 1
#include "include/times-4096.asm"
#include "include/times-4096.asm"
//= error: source is too long
//=  --> include/times-16.asm:9:10
//=   |
//= 9 | #include "times-1.asm"
//=   |          ^ too long from here on
//=   |
//= help: does a file include others again and again?
