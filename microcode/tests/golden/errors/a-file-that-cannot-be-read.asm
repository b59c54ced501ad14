version = 1
#include "missing.asm"
//= error: cannot read `missing.asm`: file not found
//=  --> a-file-that-cannot-be-read.asm:2:10
//=   |
//= 2 | #include "missing.asm"
//=   |          ^^^^^^^^^^^^^ included here
