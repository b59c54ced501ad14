	nop
//= error: symbol `version` is not defined
//= --> a-program-without-a-version.asm
//=  |
//= help: write `version = number`; it is stored in stack RAM word 62
