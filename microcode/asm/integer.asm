// Integer arithmetic and conversions.

// iadd, isub, iand, ior, ixor, ishl, ishr, iushr: v2 v1 -> v2 op v1    1
iadd:
        add     nxt
isub:
        sub     nxt
iand:
        and     nxt
ior:
        or      nxt
ixor:
        xor     nxt
ishl:
        shl     nxt
ishr:
        shr     nxt
iushr:
        ushr    nxt

#ifndef IMUL_JAVA
// imul: v2 v1 -> v2 * v1               19
//   The product is complete 18 words after stmul (spec 02 section 4).
imul:
        stmul
        pop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        ldmul   nxt
#endif

#ifdef I2B_MICROCODE
// i2b: v -> v << 24 >> 24              4
i2b:
        ldi     24
        shl
        ldi     24
        shr     nxt
#endif

// ineg: v -> -v                        4
ineg:
        ldi     -1
        xor
        ldi     1
        add     nxt

// i2c: v -> v & 0xffff                 2
i2c:
        ldi     65535
        and     nxt

// i2l: v -> (h l)                      5
i2l:
        dup
        stm     a
        ldi     31
        shr
        ldm     a nxt

// l2i: (h l) -> l                      3
l2i:
        stm     a
        pop
        ldm     a nxt
