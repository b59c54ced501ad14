version = 1
a ?
	nop
	nop
again:	ldm a
	bz again
	sub
	bnz again
//= warning: `bz` does not see the result of `ldm`
//=  --> a-branch-on-a-value-that-is-not-there-yet.asm:6:2
//=   |
//= 6 |     bz again
//=   |     ^^ tests the top of stack before it
//=   |
//= help: put a `nop` between
//=
//= warning: `bnz` does not see the result of `sub`
//=  --> a-branch-on-a-value-that-is-not-there-yet.asm:8:2
//=   |
//= 8 |     bnz again
//=   |     ^^^ tests the top of stack before it
//=   |
//= help: put a `nop` between
