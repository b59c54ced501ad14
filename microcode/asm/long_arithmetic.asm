// Arithmetic, logic and comparison of long.

// land, lor, lxor: (h2 l2) (h1 l1) -> (h2 op h1, l2 op l1)     8
land:
        stm     low2
        stm     high2
        stm     low1            // [high1]
        ldm     high2
        and
        ldm     low1
        ldm     low2
        and     nxt
lor:
        stm     low2
        stm     high2
        stm     low1
        ldm     high2
        or
        ldm     low1
        ldm     low2
        or      nxt
lxor:
        stm     low2
        stm     high2
        stm     low1
        ldm     high2
        xor
        ldm     low1
        ldm     low2
        xor     nxt

// lneg: (h l) -> -(h l)                        34, as complement + 1
lneg:
        ldi     -1
        xor
        stm     a
        ldi     -1
        xor
        ldm     a
        ldi     0
        ldi     1               // and on with ladd

// ladd: (h1 l1) (h2 l2) -> sum                 26
ladd:
        stm     low2
        stm     high2
        stm     low1            // [high1]
        ldm     high2
        add
        ldm     low1
        ldm     low2
        add
        stm     low             // [high]
// The carry out of bit 31 is the majority of both operands and the inverted sum, which is true with a carry in, too.
add_carry:
        ldm     low1
        ldm     low2
        or
        ldm     low
        ldi     -1
        xor
        and
        ldm     low1
        ldm     low2
        and
        or
        ldi     31
        ushr
        add                     // [high]
        nop                     // pad 2
        nop
        ldm     low nxt

// lsub: (h1 l1) (h2 l2) -> difference          38, as first + complement of second + 1
lsub:
        stm     low2
        stm     high2
        stm     low1            // [high1]
        ldm     high2
        ldi     -1
        xor
        add
        ldm     low2
        ldi     -1
        xor
        dup
        stm     low2
        ldm     low1
        add
        ldi     1
        add
        stm     low             // [high]
        nop                     // pad
        jmp     add_carry
        nop
        nop

#ifndef LCMP_JAVA
// lcmp: (h1 l1) (h2 l2) -> -1, 0 or 1
//   85; equal 78; first negative, second not 18; second negative, first not 31
lcmp:
        stm     low2
        stm     high2
        stm     low1
        dup
        stm     high1           // [high1]
        ldi     31
        ushr
        nop
        bz      lcmp_first_not_negative
        ldm     high2
        ldi     31
        ushr
        nop
        bnz     lcmp_same_sign
        nop
        nop
        nop                     // pad
        ldi     -1 nxt
lcmp_first_not_negative:
        ushr
        nop
        bz      lcmp_same_sign
        nop
        nop
        ldi     2               // pad 14, counted down
lcmp_greater:
        dup
        bnz     lcmp_greater
        ldi     1
        sub
        pop
        ldi     1 nxt

lcmp_same_sign:
        ldi     5               // pad 28, counted down
lcmp_delay:
        dup
        bnz     lcmp_delay
        ldi     1
        sub
        pop
        nop
        nop                     // []
        ldm     low1
        ldm     low2
        sub
        stm     low
        ldm     low1
        ldi     -1
        xor
        dup
        stm     a
        ldm     low2
        and
        ldm     a
        ldm     low2
        or
        ldm     low
        and
        or
        ldi     31
        ushr
        stm     a               // the borrow
        ldm     high1
        ldm     high2
        sub
        ldm     a
        sub
        dup
        stm     high            // [high]
        ldm     low
        or
        nop
        bz      lcmp_equal
        nop                     // pad 3: these two slots and the next
        nop
        nop
        nop
        nop
        ldm     high
        ldi     31
        shr
        ldi     1
        or      nxt
lcmp_equal:
        ldi     0 nxt
#endif
