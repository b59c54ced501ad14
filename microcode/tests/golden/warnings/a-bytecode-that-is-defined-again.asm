version = 1
iadd:	add nxt
iadd:	nop
//= warning: bytecode `iadd` is defined again
//=  --> a-bytecode-that-is-defined-again.asm:3:1
//=   |
//= 2 | iadd:    add nxt
//=   | ----- defined here before
//= 3 | iadd:    nop
//=   | ^^^^^ this one counts
