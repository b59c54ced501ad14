version = 1
wait:	nop
//= warning: no instruction can name this label
//=  --> a-label-with-the-name-of-an-instruction.asm:2:1
//=   |
//= 2 | wait:    nop
//=   | ^^^^^ `wait` is an instruction or a flag
//=   |
//= help: choose another name
