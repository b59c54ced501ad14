// Fields. The memory unit takes the 16-bit operand at fixed cycles after its start (spec 04 section 5).

// getstatic, getstatic_ref: -> value           5 + m(r)
getstatic:
getstatic_ref:
        stgs    opd
        nop     opd
        wait
        wait
        ldmrd   nxt

// putstatic: value ->                          5 + w
putstatic:
        stps    opd
        nop     opd
        wait
        wait
        nop     nxt

// getfield, getfield_ref: ref -> value         8 + r + m(r); null 8 + r; 5 on a hit of the object cache
getfield:
getfield_ref:
        stgf    opd
        nop     opd
        wait
        wait
        ldmrd   nxt

// putfield: ref value ->                       9 + r + w; null 9 + r
putfield:
        stpf
        nop     opd
        nop     opd
        wait
        wait
        pop     nxt

// getstatic_long: -> (h l)                     16 + m(r) + max(0, r-3)
getstatic_long:
        stgs    opd             // the high word, while the low word's address is formed
        nop     opd
        ld_opd_16u
        ldi     1
        add                     // [address+1]
        wait
        wait
        ldmrd                   // [address+1 h]
        stm     high
        stidx                   // []
        nop                     // pad
        stgs
        ldm     high            // [h]
        wait
        wait
        ldmrd   nxt             // [h l]

// putstatic_long: (h l) ->                     17 + w + max(0, w-2)
putstatic_long:
        stm     low             // [h]
        stps    opd
        nop     opd
        ld_opd_16u
        ldi     1
        wait
        wait
        add
        stidx                   // []
        ldm     low
        stps                    // []
        nop                     // hides behind the write
        wait
        wait
        nop                     // pad 2
        nop
        nop     nxt

// getfield_long: ref -> (h l)                  26 + 2 m(r) + max(0, r-3); null 13
getfield_long:
        dup
        nop     opd
        bz      field_null opd
        ld_opd_16u
        stm     index           // [ref]
        stmraf
        wait
        wait
        ldmrd
        ldm     index
        add                     // [address]
        dup
        stmraf
        ldi     1
        add
        stm     address         // []
        wait
        wait
        ldmrd                   // [h]
        ldm     address
        stmraf
        wait
        wait
        nop                     // pad 2
        nop
        ldmrd   nxt             // [h l]

// The exception is pending when the next bytecode is fetched.
field_null:
        ldi     io_exc
        stmwa
        ldi     exc_null
        stmwd
        wait
        wait
        nop     nxt

// putfield_long: ref (h l) ->                  29 + m(r) + w + max(0, w-2); null 15
putfield_long:
        stm     low
        stm     high            // [ref]
        dup
        nop     opd
        bz      field_null opd
        ld_opd_16u
        stm     index           // [ref]
        stmraf
        wait
        wait
        ldmrd
        ldm     index
        add                     // [address]
        dup
        stmwa                   // [address]
        ldm     high
        stmwdf
        ldi     1
        add                     // [address+1]
        wait
        wait
        stmwa                   // []
        ldm     low
        stmwdf
        wait
        wait
        nop                     // pad 2
        nop
        nop     nxt
