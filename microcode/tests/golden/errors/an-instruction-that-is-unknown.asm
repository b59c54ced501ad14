version = 1
	ldmm 3
	frame nxt
//= error: unknown instruction `ldmm`
//=  --> an-instruction-that-is-unknown.asm:2:2
//=   |
//= 2 |     ldmm 3
//=   |     ^^^^ not an instruction
//=   |
//= help: did you mean `ldm`?
//=
//= error: unknown instruction `frame`
//=  --> an-instruction-that-is-unknown.asm:3:2
//=   |
//= 3 |     frame nxt
//=   |     ^^^^^ not an instruction
//=   |
//= help: a label ends with `:`
