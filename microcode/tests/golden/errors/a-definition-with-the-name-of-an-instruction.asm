version = 1
wait = 5
//= error: a definition and an instruction on one line
//=  --> a-definition-with-the-name-of-an-instruction.asm:2:1
//=   |
//= 2 | wait = 5
//=   | ^^^^ this is an instruction
//=   |
//= help: give them a line each; a symbol must not have the name of an instruction
