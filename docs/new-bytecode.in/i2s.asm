// Joplab's JVM, with i2s in microcode.
#include "jvm.asm"

// i2s: v -> v << 16 >> 16    4
i2s:
        ldi     16
        shl
        ldi     16
        shr     nxt
