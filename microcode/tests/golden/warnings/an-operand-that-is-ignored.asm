version = 1
	nop 5
//= warning: operand is ignored
//=  --> an-operand-that-is-ignored.asm:2:6
//=   |
//= 2 |     nop 5
//=   |         ^ nop takes no operand
