version = 1
#define second(a, b) b
ldm second(1)
ldm second(1, 2
//= error: macro `second` is used with wrong arguments
//=  --> a-macro-with-wrong-arguments.asm:3:5
//=   |
//= 3 | ldm second(1)
//=   |     ^^^^^^ 1 given, 2 expected
//=
//= error: macro `second` is used with wrong arguments
//=  --> a-macro-with-wrong-arguments.asm:4:5
//=   |
//= 4 | ldm second(1, 2
//=   |     ^^^^^^ `)` is missing
