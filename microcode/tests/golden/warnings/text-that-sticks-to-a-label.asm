version = 1
	nop
	nop
loop:nop
//= warning: text after a label is ignored
//=  --> text-that-sticks-to-a-label.asm:4:1
//=   |
//= 4 | loop:nop
//=   | ^^^^^^^^ all of this is the label
//=   |
//= help: write a blank after the colon
