version = 1
#define 1ST 1
#ifdef
#endif
//= error: a macro name is missing or malformed
//=  --> a-macro-without-a-name.asm:2:1
//=   |
//= 2 | #define 1ST 1
//=   | ^^^^^^^ name expected
//=   |
//= help: letters, digits and `_`, not beginning with a digit
//=
//= error: a macro name is missing or malformed
//=  --> a-macro-without-a-name.asm:3:1
//=   |
//= 3 | #ifdef
//=   | ^^^^^^ name expected
//=   |
//= help: letters, digits and `_`, not beginning with a digit
