version = 1
#ifndef STRICT
#error define STRICT
#endif
//= error: #error define STRICT
//=  --> an-error-directive.asm:3:1
//=   |
//= 3 | #error define STRICT
//=   | ^^^^^^ stopped here
