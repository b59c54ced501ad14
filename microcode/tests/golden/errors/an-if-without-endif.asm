version = 1
#if 1
nop
//= error: `#if` without `#endif`
//=  --> an-if-without-endif.asm:2:1
//=   |
//= 2 | #if 1
//=   | ^^^ never ended
