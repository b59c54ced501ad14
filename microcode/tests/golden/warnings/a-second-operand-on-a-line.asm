version = 1
	nop
	nop
	ldi 5-3
//= warning: only the last operand of a line counts
//=  --> a-second-operand-on-a-line.asm:4:6
//=   |
//= 4 |     ldi 5-3
//=   |         ^ does not count
//=   |
//= help: there are no expressions; write one symbol or one number
