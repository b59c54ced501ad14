version = 1
#if VALUE == 
#endif
#if 1 / (1 - 1)
#endif
//= error: malformed condition
//=  --> a-condition-that-cannot-be-read.asm:2:11
//=   |
//= 2 | #if VALUE ==
//=   |           ^ number or name expected
//=   |
//= help: integers, `defined(NAME)`, `!`, `&&`, `||`, comparisons and arithmetic are understood
//=
//= error: malformed condition
//=  --> a-condition-that-cannot-be-read.asm:4:7
//=   |
//= 4 | #if 1 / (1 - 1)
//=   |       ^ division by zero
