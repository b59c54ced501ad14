version = 1
= 5
nxt = 5
3 ?
//= error: name missing
//=  --> a-definition-without-a-name.asm:2:1
//=   |
//= 2 | = 5
//=   | ^ what is defined?
//=   |
//= help: write `name = number` or `name ?`; `nxt` and `opd` are no names
//=
//= error: name missing
//=  --> a-definition-without-a-name.asm:3:1
//=   |
//= 3 | nxt = 5
//=   | ^^^ what is defined?
//=   |
//= help: write `name = number` or `name ?`; `nxt` and `opd` are no names
//=
//= error: name missing
//=  --> a-definition-without-a-name.asm:4:1
//=   |
//= 4 | 3 ?
//=   | ^ what is defined?
//=   |
//= help: write `name = number` or `name ?`; `nxt` and `opd` are no names
