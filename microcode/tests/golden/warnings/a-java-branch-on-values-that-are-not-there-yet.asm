version = 1
	nop
	nop
	sub opd
	jbr opd
//= warning: `jbr` does not see the result of `sub`
//=  --> a-java-branch-on-values-that-are-not-there-yet.asm:5:2
//=   |
//= 5 |     jbr opd
//=   |     ^^^ compares the values before it
//=   |
//= help: put a `nop` between
