version = 1
	nop
	nop
#warning not finished
//= warning: #warning not finished
//=  --> a-warning-directive.asm:4:1
//=   |
//= 4 | #warning not finished
//=   | ^^^^^^^^
