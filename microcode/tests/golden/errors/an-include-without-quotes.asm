version = 1
#include other.asm
//= error: `#include` wants a file name in double quotes
//=  --> an-include-without-quotes.asm:2:1
//=   |
//= 2 | #include other.asm
//=   | ^^^^^^^^ file name expected
//=   |
//= help: write `#include "file.asm"`
