version = 1
a =
	ldi a
//= warning: `a` is given no number
//=  --> a-definition-without-a-number.asm:2:3
//=   |
//= 2 | a =
//=   |   ^ taken as 0
