version = 1
#define A B B B B B B B B
#define B C C C C C C C C
#define C D D D D D D D D
#define D E E E E E E E E
#define E F F F F F F F F
#define F nop nop nop nop
	A
//= error: macro expansion is too long
//=  --> a-macro-that-explodes.asm:8:2
//=   |
//= 8 |     A
//=   |     ^ grows beyond bounds
//=   |
//= help: do macros use each other twice and more?
