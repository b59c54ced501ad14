version = 1
	bnz end
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
end:	nop
//= error: branch target is out of reach
//=  --> a-branch-that-does-not-reach-its-target.asm:2:6
//=   |
//= 2 |     bnz end
//=   |         ^^^ 33 words ahead; bnz reaches -32 to 31
//=   |
//= help: branch with `bz` around a `jmp`, which reaches -256 to 255
