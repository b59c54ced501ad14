// Constants, from the code and from the constant pool.

// nop: ->                      1
nop:
        nop     nxt

// constants of one word: -> value      1
iconst_m1:
        ldi     -1 nxt
aconst_null:
iconst_0:
fconst_0:
        ldi     0 nxt
iconst_1:
        ldi     1 nxt
iconst_2:
        ldi     2 nxt
iconst_3:
        ldi     3 nxt
iconst_4:
        ldi     4 nxt
iconst_5:
        ldi     5 nxt

// lconst_0, dconst_0, lconst_1: -> (h l)       2
lconst_0:
dconst_0:
        ldi     0
        ldi     0 nxt
lconst_1:
        ldi     0
        ldi     1 nxt

// bipush: -> value             2
bipush:
        nop     opd
        ld_opd_8s nxt

// sipush: -> value             3
sipush:
        nop     opd
        nop     opd
        ld_opd_16s nxt

// ldc: -> value                7 + m(r)
ldc:
        ldm     cp opd
        ld_opd_8u
        add
        stmrac
        wait
        wait
        ldmrd   nxt

// ldc_w: -> value              8 + m(r)
ldc_w:
        ldm     cp opd
        nop     opd
        ld_opd_16u
        add
        stmrac
        wait
        wait
        ldmrd   nxt

// ldc2_w: -> (h l)             17 + max(0, r-2) + max(0, r-1)
ldc2_w:
        ldm     cp opd
        nop     opd
        ld_opd_16u
        add                     // [address]
        dup
        stmrac                  // [address]
        ldi     1
        add
        wait
        wait
        ldmrd                   // [address+1 h]
        stm     a
        stmrac                  // []
        ldm     a
        wait
        wait
        ldmrd   nxt             // [h l]
