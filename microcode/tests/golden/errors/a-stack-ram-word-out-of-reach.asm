version = 1
	ldi :31
	stm :32
	jmp :5
//= error: stack RAM word 31 is out of reach
//=  --> a-stack-ram-word-out-of-reach.asm:2:6
//=   |
//= 2 |     ldi :31
//=   |         ^^^ ldi reaches 32 to 63
//=
//= error: stack RAM word 32 is out of reach
//=  --> a-stack-ram-word-out-of-reach.asm:3:6
//=   |
//= 3 |     stm :32
//=   |         ^^^ stm reaches 0 to 31
//=
//= error: stack RAM word 5 is out of reach
//=  --> a-stack-ram-word-out-of-reach.asm:4:6
//=   |
//= 4 |     jmp :5
//=   |         ^^ jmp takes no stack RAM word
