version = 1
loop ?
	nop
loop:	nop
//= error: symbol `loop` is defined twice
//=  --> a-symbol-that-is-defined-twice.asm:4:1
//=   |
//= 2 | loop ?
//=   | ---- defined here before
//= 3 |     nop
//= 4 | loop:    nop
//=   | ^^^^^ defined again
//=   |
//= help: labels, constants and variables share one name space
