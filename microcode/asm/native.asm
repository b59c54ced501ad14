// Native operations: what Java code of the run-time system may ask of the machine (spec 12 section 9).

// jopsys_rd, jopsys_rdmem: address -> value            4 + m(r)
jopsys_rd:
jopsys_rdmem:
        stmra
        wait
        wait
        ldmrd   nxt

// jopsys_wr, jopsys_wrmem: value address ->            5 + w
jopsys_wr:
jopsys_wrmem:
        stmwa
        stmwd
        wait
        wait
        nop     nxt

// jopsys_rdint: address -> value                       3
jopsys_rdint:
        star
        nop
        ldmi    nxt

// jopsys_wrint: value address ->                       3
jopsys_wrint:
        star
        nop
        stmi    nxt

// jopsys_getsp: -> S                                   3
jopsys_getsp:
        ldsp                    // S - 1
        ldi     1
        add     nxt

// jopsys_setsp: S ->                                   4
jopsys_setsp:
        nop                     // stsp takes A one word late
        stsp
        pop
        pop     nxt

// jopsys_getvp: -> vp                                  1
jopsys_getvp:
        ldvp    nxt

// jopsys_setvp: vp ->                                  2
jopsys_setvp:
        stvp
        nop     nxt             // local variables are read one word after vp is new

// jopsys_getfield: ref index -> value                  9 + r + m(r); null 9 + r
//   The memory unit keeps an index of a null reference for the next field access (spec 04 section 8).
//   strict: 5 more, so that it never sees one; null 13
jopsys_getfield:
#ifdef STRICT
        stm     a
        dup
        bz      native_null
        ldm     a
        nop                     // [ref index]
#endif
        stidx
        stgf
        wait
        wait
        ldmrd   nxt

// jopsys_putfield: ref index value ->                  12 + r + w; null 12 + r
//   strict: 5 more; null 14
jopsys_putfield:
        stm     a
#ifdef STRICT
        stm     b
        dup
        bz      native_null
        ldm     b
        nop                     // [ref index]
#endif
        stidx
        ldm     a               // [ref value]
        stpf
        wait
        wait
        pop     nxt

#ifdef STRICT
native_null:
        ldi     io_exc
        stmwa
        ldi     exc_null
        stmwd
        wait
        wait
        nop     nxt
#endif

// jopsys_getstatic: address -> value                   6 + m(r)
jopsys_getstatic:
        stidx
        stgs
        wait
        wait
        ldmrd   nxt

// jopsys_putstatic: value address ->                   6 + w
jopsys_putstatic:
        stidx
        stps
        wait
        wait
        nop     nxt

// jopsys_cond_move: a b c -> c != 0 ? a : b            5
jopsys_cond_move:
        nop
        bnz     take_first
        stm     b
        stm     a
        ldm     b nxt
take_first:
        ldm     a nxt

// jopsys_inval: ->                                     4
jopsys_inval:
        cinval
        nop
        nop
        nop     nxt

// jopsys_nop: ->                                       1
jopsys_nop:
        nop     nxt
