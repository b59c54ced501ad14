version = 1
	nop
	nop
#define SIZE 1
#define SIZE 2
	ldi SIZE
//= warning: macro `SIZE` is defined again
//=  --> a-macro-that-is-defined-again.asm:5:9
//=   |
//= 4 | #define SIZE 1
//=   |         ---- defined here before
//= 5 | #define SIZE 2
//=   |         ^^^^ the new body counts from here on
//=   |
//= help: write `#undef` before
