// Shifts of long by n & 63. The three cases: 0 leaves the value, 32 to 63 moves one word, 1 to 31 both.
// Shift instructions take the count modulo 32, so n - 32 serves where n is meant, and 32 - n is its negation.

// lshl: (h l) n -> (h l) << n          by 0 7; 32 to 63 22; 1 to 31 28
lshl:
        ldi     63
        and
        dup
        bz      lshl_by_zero
        nop
        nop                     // [h l n]
        ldi     32
        sub
        dup
        ldi     31
        ushr
        nop
        bnz     lshl_both
        nop
        nop                     // [h l n-32]
        stm     count
        stm     low
        pop
        ldm     low
        ldm     count
        shl
        ldi     0 nxt
lshl_both:
        stm     count
        stm     low             // [h]
        ldm     count
        shl
        ldm     low
        ldi     0
        ldm     count
        sub
        ushr
        or                      // [h << n | l >>> 32-n]
        ldm     low
        ldm     count
        shl     nxt
lshl_by_zero:
        pop     nxt

// lshr: (h l) n -> (h l) >> n          by 0 7; 32 to 63 24; 1 to 31 28
lshr:
        ldi     63
        and
        dup
        bz      lshl_by_zero
        nop
        nop                     // [h l n]
        ldi     32
        sub
        dup
        ldi     31
        ushr
        nop
        bnz     lshr_both
        stm     count
        stm     low             // [h]
        dup
        stm     high
        ldi     31
        shr
        ldm     high
        ldm     count
        nop                     // pad 2
        nop
        shr     nxt             // [h >> 31, h >> n-32]
lshr_both:
        dup
        stm     high            // [h]
        ldm     count
        shr
        ldm     low
        ldm     count
        ushr
        ldm     high
        ldi     0
        ldm     count
        sub
        shl
        or      nxt             // [h >> n, l >>> n | h << 32-n]
lushr_by_zero:
        pop     nxt

// lushr: (h l) n -> (h l) >>> n        by 0 7; 32 to 63 22; 1 to 31 28
lushr:
        ldi     63
        and
        dup
        bz      lushr_by_zero
        nop
        nop                     // [h l n]
        ldi     32
        sub
        dup
        ldi     31
        ushr
        nop
        bnz     lushr_both
        stm     count
        stm     low             // [h]
        stm     high
        ldi     0
        ldm     high
        ldm     count
        nop                     // pad 2
        nop
        ushr    nxt             // [0, h >>> n-32]
lushr_both:
        dup
        stm     high            // [h]
        ldm     count
        ushr
        ldm     low
        ldm     count
        ushr
        ldm     high
        ldi     0
        ldm     count
        sub
        shl
        or      nxt             // [h >>> n, l >>> n | h << 32-n]
