version = 1
	5
	nxt
//= error: instruction missing
//=  --> a-number-without-an-instruction.asm:2:2
//=   |
//= 2 |     5
//=   |     ^ belongs to an instruction
//=   |
//= help: write the instruction on the same line
//=
//= error: instruction missing
//=  --> a-number-without-an-instruction.asm:3:2
//=   |
//= 3 |     nxt
//=   |     ^^^ belongs to an instruction
//=   |
//= help: write the instruction on the same line
