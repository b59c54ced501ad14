// Returns: the frame is popped word by word, then the caller's method is asked for again (spec 12 section 3).

// ireturn, freturn, areturn: value -> value in the caller      23 + max(0, r-3) + load of the caller, hidden 10
ireturn:
freturn:
areturn:
        stm     a               // [sp pc vp cp mp]
        dup
        stmrac                  // [sp pc vp cp mp]
        stm     mp
        stm     cp
        stvp                    // [sp pc]
        wait
        wait
        ldmrd
        stbcrd
        nop                     // bcstart is the caller's two cycles after the start
        nop
        ldbcstart
        add
        stjpc                   // [sp]
        nop                     // stsp takes A one word late
        stsp
        pop                     // A and B from the stack RAM
        pop
        ldm     a
        wait
        wait
        nop     nxt

// lreturn, dreturn: (h l) -> (h l) in the caller               25 + max(0, r-3) + load of the caller, hidden 11
lreturn:
dreturn:
        stm     a
        stm     b               // [sp pc vp cp mp]
        dup
        stmrac
        stm     mp
        stm     cp
        stvp                    // [sp pc]
        wait
        wait
        ldmrd
        stbcrd
        nop
        nop
        ldbcstart
        add
        stjpc                   // [sp]
        nop
        stsp
        pop
        pop
        ldm     b
        ldm     a
        wait
        wait
        nop     nxt

// return: ->                                                   21 + max(0, r-3) + load of the caller, hidden 9
return:
        dup                     // [sp pc vp cp mp mp]
        stmrac
        stm     mp
        stm     cp
        stvp                    // [sp pc]
        wait
        wait
        ldmrd
        stbcrd
        nop
        nop
        ldbcstart
        add
        stjpc                   // [sp]
        nop
        stsp
        pop
        pop
        wait
        wait
        nop     nxt
