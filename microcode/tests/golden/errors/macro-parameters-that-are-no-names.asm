version = 1
#define f(a, 1) a
//= error: malformed parameters of macro `f`
//=  --> macro-parameters-that-are-no-names.asm:2:9
//=   |
//= 2 | #define f(a, 1) a
//=   |         ^ names, separated by commas, expected
