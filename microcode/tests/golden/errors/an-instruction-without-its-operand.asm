version = 1
	ldm
	ldi nxt
	bz
//= error: `ldm` wants an operand
//=  --> an-instruction-without-its-operand.asm:2:2
//=   |
//= 2 |     ldm
//=   |     ^^^ variable expected
//=
//= error: `ldi` wants an operand
//=  --> an-instruction-without-its-operand.asm:3:2
//=   |
//= 3 |     ldi nxt
//=   |     ^^^ constant expected
//=
//= error: `bz` wants an operand
//=  --> an-instruction-without-its-operand.asm:4:2
//=   |
//= 4 |     bz
//=   |     ^^ target expected
