version = 1
a = b
	ldi a
//= error: `a` must be a number
//=  --> a-definition-without-a-number.asm:2:5
//=   |
//= 2 | a = b
//=   |     ^ not a number
//=   |
//= help: write `name = number`; there are no expressions
