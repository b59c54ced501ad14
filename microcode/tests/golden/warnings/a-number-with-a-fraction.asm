version = 1
	ldi 1.5
//= warning: number is cut to an integer
//=  --> a-number-with-a-fraction.asm:2:6
//=   |
//= 2 |     ldi 1.5
//=   |         ^^^ taken as 1
