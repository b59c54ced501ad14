version = 1
#include "include/words-2048.asm"
	nop
//= error: microcode ROM is full
//=  --> a-rom-that-is-full.asm:3:2
//=   |
//= 3 |     nop
//=   |     ^^^ there is no word 2048
//=   |
//= help: 2048 words fit; move bytecodes to Java
