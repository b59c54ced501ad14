version = 1
	nop
	nop
a =
	ldi a
//= warning: `a` is given no number
//=  --> a-definition-without-a-number.asm:4:3
//=   |
//= 4 | a =
//=   |   ^ taken as 0
