version = 1
a = 1 2
//= error: malformed definition
//=  --> a-definition-with-too-much.asm:2:7
//=   |
//= 2 | a = 1 2
//=   |       ^ not expected here
//=   |
//= help: write `name = number` or `name ?`; `nxt` and `opd` are no names
