version = 1
	nop
	nop
	nop wait
//= warning: second instruction on a line is ignored
//=  --> a-second-instruction-on-a-line.asm:4:6
//=   |
//= 4 |     nop wait
//=   |         ^^^^ not assembled
//=   |
//= help: put each instruction on a separate line
