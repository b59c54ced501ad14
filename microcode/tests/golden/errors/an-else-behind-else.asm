version = 1
#if 1
#else
#elif 1
#endif
//= error: `#elif` after `#else`
//=  --> an-else-behind-else.asm:4:1
//=   |
//= 4 | #elif 1
//=   | ^^^^^ comes too late
