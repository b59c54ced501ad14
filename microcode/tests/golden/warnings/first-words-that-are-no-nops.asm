version = 1
	nop
	ldi 5
//= warning: the first two words should be `nop`
//=  --> first-words-that-are-no-nops.asm:3:2
//=   |
//= 3 |     ldi 5
//=   |     ^^^ executed not at all, or more than once
//=   |
//= help: after reset word 0 is skipped and word 1 repeated
