// Floating-point arithmetic, which is in Java unless a macro moves it here.

#ifdef FADD_MICROCODE
// fadd: v1 v2 -> v1 + v2, rounded to nearest, ties to even; a result that is no number is 0x7fc00000
//   128 for numbers of one sign whose exponents differ; each place that a difference loses takes 27 more
//
// Inside, a significand has three more bits below; the last one stands for all that were shifted out.
//   a b           the operands, the one of larger magnitude in a
//   high low      their exponents
//   high1 low1    their significands; a normal one has its highest bit at 26
//   count         places that low1 moves down
fadd:
        stm     b
        stm     a
        ldm     a
        ldi     1
        shl
        ldi     1
        ushr
        ldm     b
        ldi     1
        shl
        ldi     1
        ushr
        sub                     // [magnitude of a less that of b]
        ldi     31
        ushr
        nop
        bz      fadd_ordered
        nop
        nop
        ldm     a
        ldm     b
        stm     a
        stm     b
fadd_ordered:
        ldm     a
        ldi     1
        shl
        ldi     24
        ushr
        stm     high
        ldm     b
        ldi     1
        shl
        ldi     24
        ushr
        stm     low
        ldm     high
        ldi     255
        sub
        nop
        bnz     fadd_finite
        nop
        nop
        jmp     fadd_special
        nop
        nop
fadd_finite:
        ldm     high
        ldm     low
        sub
        stm     count
        ldi     26
        ldm     count
        sub
        ldi     31
        ushr
        nop
        bz      fadd_near
        nop
        nop
        ldm     a nxt           // far less than half of the last place
fadd_near:
        ldm     a
        ldi     9
        shl
        ldi     9
        ushr
        ldi     1
        ldi     23
        shl
        or
        ldi     3
        shl
        stm     high1
        ldm     b
        ldi     9
        shl
        ldi     9
        ushr
        ldi     1
        ldi     23
        shl
        or
        ldi     3
        shl
        stm     low1
        ldm     low
        nop
        bnz     fadd_normal
        nop
        nop
        ldm     low1            // below the normal numbers there is no hidden bit
        ldi     1
        ldi     26
        shl
        sub
        stm     low1
        ldm     high
        nop
        bnz     fadd_one_normal
        nop
        nop
        ldm     high1
        ldi     1
        ldi     26
        shl
        sub
        stm     high1
        ldi     1
        stm     high
        jmp     fadd_normal
        nop
        nop
fadd_one_normal:
        ldm     count
        ldi     1
        sub
        stm     count
fadd_normal:
        ldm     count
        nop
        bz      fadd_aligned
        nop
        nop
        ldm     low1
        ldi     0
        ldm     count
        sub                     // a shift takes its count modulo 32
        shl
        stm     c               // what is shifted out
        ldm     low1
        ldm     count
        ushr
        stm     low1
        ldm     c
        nop
        bz      fadd_aligned
        nop
        nop
        ldm     low1
        ldi     1
        or
        stm     low1
fadd_aligned:
        ldm     a
        ldm     b
        xor
        ldi     31
        ushr
        nop
        bnz     fadd_subtract
        nop
        nop
        ldm     high1
        ldm     low1
        add
        dup
        stm     high1
        ldi     27
        ushr
        nop
        bz      fadd_added
        nop
        nop
        ldm     high1
        ldi     1
        ushr
        ldm     high1
        ldi     1
        and
        or
        stm     high1
        ldm     high
        ldi     1
        add
        stm     high
fadd_added:
        jmp     fadd_round
        nop
        nop
fadd_subtract:
        ldm     high1
        ldm     low1
        sub
        dup
        stm     high1
        nop
        bnz     fadd_shift
        nop
        nop
        ldi     0 nxt
fadd_shift:
        ldm     high1
        ldi     26
        ushr
        nop
        bnz     fadd_round
        nop
        nop
        ldm     high
        ldi     1
        sub
        nop
        bz      fadd_round
        nop
        nop
        ldm     high1
        ldi     1
        shl
        stm     high1
        ldm     high
        ldi     1
        sub
        stm     high
        jmp     fadd_shift
        nop
        nop
fadd_round:
        ldm     high1
        ldi     3
        ushr
        ldi     1
        and
        ldi     3
        add
        ldm     high1
        add
        ldi     3
        ushr                    // [significand]: its hidden bit makes the exponent one more
        ldm     high
        ldi     1
        sub
        ldi     23
        shl
        add
        stm     c
        ldm     high
        ldi     255
        sub
        nop
        bnz     fadd_sign
        nop
        nop
        ldi     255
        ldi     23
        shl
        stm     c               // beyond the largest number
fadd_sign:
        ldm     a
        ldi     31
        ushr
        ldi     31
        shl
        ldm     c
        or      nxt

fadd_special:
        ldm     a
        ldi     9
        shl
        nop
        bnz     fadd_none
        nop
        nop
        ldm     b
        ldi     1
        shl
        ldi     255
        ldi     24
        shl
        sub
        nop
        bnz     fadd_first
        nop
        nop
        ldm     a
        ldm     b
        sub
        nop
        bz      fadd_first
        nop
        nop
fadd_none:
        ldi     511
        ldi     22
        shl     nxt
fadd_first:
        ldm     a nxt
#endif
