version = 1
	nop
	nop
	stmra
	wait
	ldmrd nxt
//= warning: `wait` stands alone
//=  --> a-wait-that-stands-alone.asm:5:2
//=   |
//= 5 |     wait
//=   |     ^^^^ `ldmrd` is executed again in every cycle held
//=   |
//= help: write `wait` twice
