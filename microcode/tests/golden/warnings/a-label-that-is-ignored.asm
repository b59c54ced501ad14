version = 1
one: two: nop
iadd: three: nop
nop: ineg: nop
//= warning: label is ignored
//=  --> a-label-that-is-ignored.asm:2:1
//=   |
//= 2 | one: two: nop
//=   | ^^^^ `one` is not defined by this
//=   |
//= help: give each label a line of its own
//=
//= warning: label is ignored
//=  --> a-label-that-is-ignored.asm:3:7
//=   |
//= 3 | iadd: three: nop
//=   |       ^^^^^^ `three` is not defined by this
//=   |
//= help: give each label a line of its own
//=
//= warning: label is ignored
//=  --> a-label-that-is-ignored.asm:4:1
//=   |
//= 4 | nop: ineg: nop
//=   | ^^^^ `nop` is not defined by this
//=   |
//= help: give each label a line of its own
