version = 1
#define LIMIT 300
	ldm LIMIT
//= error: operand is out of range
//=  --> an-operand-that-comes-from-a-macro.asm:3:6
//=   |
//= 3 |     ldm LIMIT
//=   |         ^^^^^ 300; ldm reaches 0 to 31
//=   |
//= help: reach other words through `vp` or `ar`: `ldmi`, `stmi`
