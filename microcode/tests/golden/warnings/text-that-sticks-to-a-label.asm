version = 1
loop:nop
//= warning: text behind a label is ignored
//=  --> text-that-sticks-to-a-label.asm:2:1
//=   |
//= 2 | loop:nop
//=   | ^^^^^^^^ all of this is the label
//=   |
//= help: write a blank behind the colon
