version = 1
	:word 4096
	:entry 256
	:word
:256 = 0
//= error: number is out of range
//=  --> an-extension-out-of-range.asm:2:8
//=   |
//= 2 |     :word 4096
//=   |           ^^^^ ROM words: 0 to 4095
//=
//= error: number is out of range
//=  --> an-extension-out-of-range.asm:3:9
//=   |
//= 3 |     :entry 256
//=   |            ^^^ bytecodes: 0 to 255
//=
//= error: number is out of range
//=  --> an-extension-out-of-range.asm:4:2
//=   |
//= 4 |     :word
//=   |     ^^^^^ ROM words: 0 to 4095
//=
//= error: number is out of range
//=  --> an-extension-out-of-range.asm:5:1
//=   |
//= 5 | :256 = 0
//=   | ^^^^ stack RAM words: 0 to 255
