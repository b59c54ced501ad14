version = 1
#include "include/words-256.asm"
end:	jmp 0
//= error: branch target is out of reach
//=  --> a-jump-that-does-not-reach-its-target.asm:3:10
//=   |
//= 3 | end:    jmp 0
//=   |             ^ 257 words back; jmp reaches -256 to 255
//=   |
//= help: jump to another `jmp` halfway
