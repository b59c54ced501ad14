version = 1
#warning not finished
//= warning: #warning not finished
//=  --> a-warning-directive.asm:2:1
//=   |
//= 2 | #warning not finished
//=   | ^^^^^^^^
