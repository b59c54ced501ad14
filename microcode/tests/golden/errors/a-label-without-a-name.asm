version = 1
:loop nop
	ldi :x
//= error: label without a name
//=  --> a-label-without-a-name.asm:2:1
//=   |
//= 2 | :loop nop
//=   | ^^^^^ name expected before the colon
//=   |
//= help: extensions are `:word number`, `:entry number` and `:number`
//=
//= error: `ldi` wants an operand
//=  --> a-label-without-a-name.asm:3:2
//=   |
//= 3 |     ldi :x
//=   |     ^^^ constant expected
//=
//= error: label without a name
//=  --> a-label-without-a-name.asm:3:6
//=   |
//= 3 |     ldi :x
//=   |         ^^ name expected before the colon
//=   |
//= help: extensions are `:word number`, `:entry number` and `:number`
