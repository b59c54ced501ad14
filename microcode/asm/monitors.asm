// Monitors: a lock unit outside the core, interrupts off while any is held (spec 12 section 8).
// The core stalls in the write of a lock that another core holds. A null reference is a lock like any other.

// monitorenter: ref ->         29 when granted, 36 with an exception when the lock unit has no entry left
monitorenter:
        ldi     io_int_ena
        stmwa
        ldi     0
        stmwd
        wait
        wait
        ldm     lockcnt
        ldi     1
        add
        stm     lockcnt
        ldi     io_lock
        stmwa                   // [ref]
        stmwd
        wait
        wait
        ldi     io_lock
        stmra
        wait
        wait
        ldmrd                   // [0 if granted]
        nop
        nop                     // pad
        bnz     lock_refused
        nop
        nop
        nop     nxt

lock_refused:
        ldi     io_exc
        stmwa
        ldi     exc_monitor
        stmwd
        wait
        wait
        nop     nxt

// monitorexit: ref ->          22 outermost, 15 nested
monitorexit:
        ldi     io_unlock
        stmwa                   // [ref]
        stmwd
        ldm     lockcnt         // hides behind the write
        wait
        wait
        ldi     1
        sub
        dup
        stm     lockcnt         // [depth]
        nop
        bnz     still_locked
        nop
        nop
        ldi     io_int_ena
        stmwa
        ldi     1
        stmwd
        wait
        wait
still_locked:
        nop     nxt
