version = 1
#else
#endif
//= error: `#else` without `#if`
//=  --> an-else-without-if.asm:2:1
//=   |
//= 2 | #else
//=   | ^^^^^ nothing to end or to change
//=
//= error: `#endif` without `#if`
//=  --> an-else-without-if.asm:3:1
//=   |
//= 3 | #endif
//=   | ^^^^^^ nothing to end or to change
