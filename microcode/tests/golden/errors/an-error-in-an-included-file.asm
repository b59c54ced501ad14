version = 1
	nop
#include "include/wrong.asm"
//= error: undefined symbol `nothing`
//=  --> include/wrong.asm:3:6
//=   |
//= 3 |     ldm nothing   // said here
//=   |         ^^^^^^^ not defined anywhere
//=   |
//= help: write `name = number`, `name ?` for a variable, or `name:` for a label
