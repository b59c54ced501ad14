version = 1
	nop
	nop
iadd:	add nxt
iadd:	nop
//= warning: bytecode `iadd` is defined again
//=  --> a-bytecode-that-is-defined-again.asm:5:1
//=   |
//= 4 | iadd:    add nxt
//=   | ----- defined here before
//= 5 | iadd:    nop
//=   | ^^^^^ this one counts
