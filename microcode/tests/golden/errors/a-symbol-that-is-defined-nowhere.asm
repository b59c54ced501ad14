version = 1
counter ?
	ldm countre
	jmp far_away
	ldi 0x1f
//= error: undefined symbol `countre`
//=  --> a-symbol-that-is-defined-nowhere.asm:3:6
//=   |
//= 3 |     ldm countre
//=   |         ^^^^^^^ not defined anywhere
//=   |
//= help: did you mean `counter`?
//=
//= error: undefined symbol `far_away`
//=  --> a-symbol-that-is-defined-nowhere.asm:4:6
//=   |
//= 4 |     jmp far_away
//=   |         ^^^^^^^^ not defined anywhere
//=   |
//= help: write `name = number`, `name ?` for a variable, or `name:` for a label
//=
//= error: undefined symbol `x1f`
//=  --> a-symbol-that-is-defined-nowhere.asm:5:7
//=   |
//= 5 |     ldi 0x1f
//=   |          ^^^ not defined anywhere
//=   |
//= help: numbers are decimal only
