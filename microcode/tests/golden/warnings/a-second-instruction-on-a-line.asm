version = 1
	nop wait
//= warning: second instruction on a line is ignored
//=  --> a-second-instruction-on-a-line.asm:2:6
//=   |
//= 2 |     nop wait
//=   |         ^^^^ not assembled
//=   |
//= help: give each instruction a line of its own
