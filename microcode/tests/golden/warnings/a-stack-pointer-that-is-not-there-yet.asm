version = 1
	nop
	nop
	ldi 64
	stsp
//= warning: `stsp` does not see the result of `ldi`
//=  --> a-stack-pointer-that-is-not-there-yet.asm:5:2
//=   |
//= 5 |     stsp
//=   |     ^^^^ takes the top of stack before it
//=   |
//= help: put a `nop` between
