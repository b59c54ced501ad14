version = 1
	nop
	nop
wait:	nop
//= warning: no instruction can name this label
//=  --> a-label-with-the-name-of-an-instruction.asm:4:1
//=   |
//= 4 | wait:    nop
//=   | ^^^^^ `wait` is an instruction or a flag
//=   |
//= help: choose another name
