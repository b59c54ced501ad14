version = 1
start:
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
	bz start
//= error: branch target is out of reach
//=   --> a-branch-back-that-does-not-reach-its-target.asm:36:5
//=    |
//= 36 |     bz start
//=    |        ^^^^^ 34 words back; bz reaches -32 to 31
//=    |
//= help: branch with `bnz` around a `jmp`, which reaches -256 to 255
