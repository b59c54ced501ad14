version = 1
#include "a-file-that-includes-itself.asm"
//= error: includes are nested too deeply
//=  --> a-file-that-includes-itself.asm:2:10
//=   |
//= 2 | #include "a-file-that-includes-itself.asm"
//=   |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this include goes too deep
//=   |
//= help: does a file include itself?
