version = 1
	nop
	nop
	add opd
	jbr opd
//= warning: `jbr` directly after `add` compares wrongly
//=  --> a-java-branch-after-add.asm:5:2
//=   |
//= 5 |     jbr opd
//=   |     ^^^ `less than` is the sign of the sum
//=   |
//= help: put a `nop` between
