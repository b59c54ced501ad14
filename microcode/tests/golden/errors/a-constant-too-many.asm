version = 1
	ldi 0
	ldi 1
	ldi 2
	ldi 3
	ldi 4
	ldi 5
	ldi 6
	ldi 7
	ldi 8
	ldi 9
	ldi 10
	ldi 11
	ldi 12
	ldi 13
	ldi 14
	ldi 15
	ldi 16
	ldi 17
	ldi 18
	ldi 19
	ldi 20
	ldi 21
	ldi 22
	ldi 23
	ldi 24
	ldi 25
	ldi 26
	ldi 27
	ldi 28
	ldi 29
	ldi 30
//= error: too many constants
//=   --> a-constant-too-many.asm:32:6
//=    |
//= 32 |     ldi 30
//=    |         ^^ the 31st distinct value
//=    |
//= help: 30 fit; build the value from others, or load it with an operand
