version = 1
#include "include/words-2048.asm"
iadd:
//= error: microcode ROM is full
//=  --> an-entry-behind-the-last-word.asm:3:1
//=   |
//= 3 | iadd:
//=   | ^^^^^ there is no word 2048
//=   |
//= help: 2048 words fit; move bytecodes to Java
