version = 1
	nop
	nop
	ldi 1.5
//= warning: number is cut to an integer
//=  --> a-number-with-a-fraction.asm:4:6
//=   |
//= 4 |     ldi 1.5
//=   |         ^^^ taken as 1
