version = 1
	nop
	nop
	nop 5
//= warning: operand is ignored
//=  --> an-operand-that-is-ignored.asm:4:6
//=   |
//= 4 |     nop 5
//=   |         ^ nop takes no operand
