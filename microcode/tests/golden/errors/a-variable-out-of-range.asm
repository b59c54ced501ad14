version = 1
big = 40
	stm big
	ldm -1
//= error: operand is out of range
//=  --> a-variable-out-of-range.asm:3:6
//=   |
//= 3 |     stm big
//=   |         ^^^ 40; stm reaches 0 to 31
//=   |
//= help: reach other words through `vp` or `ar`: `ldmi`, `stmi`
//=
//= error: operand is out of range
//=  --> a-variable-out-of-range.asm:4:6
//=   |
//= 4 |     ldm -1
//=   |         ^^ -1; ldm reaches 0 to 31
//=   |
//= help: reach other words through `vp` or `ar`: `ldmi`, `stmi`
