version = 1
	nop
	nop
one: two: nop
iadd: three: nop
nop: ineg: nop
//= warning: label is ignored
//=  --> a-label-that-is-ignored.asm:4:1
//=   |
//= 4 | one: two: nop
//=   | ^^^^ `one` is not defined by this
//=   |
//= help: put each label on a separate line
//=
//= warning: label is ignored
//=  --> a-label-that-is-ignored.asm:5:7
//=   |
//= 5 | iadd: three: nop
//=   |       ^^^^^^ `three` is not defined by this
//=   |
//= help: put each label on a separate line
//=
//= warning: label is ignored
//=  --> a-label-that-is-ignored.asm:6:1
//=   |
//= 6 | nop: ineg: nop
//=   | ^^^^ `nop` is not defined by this
//=   |
//= help: put each label on a separate line
