// Copies between stack RAM and main memory, and the copy unit of the garbage collector.

// jopsys_int2ext: stack_address array count ->         11 + max(0, r-1) + count * (16 + max(0, w-1))
//   From the last word to the first; count >= 1.
jopsys_int2ext:
        stm     count
        stmraf
        stm     address         // []
        wait
        wait
        ldmrd
        stm     base
        ldm     count
        ldi     1
        sub                     // [i]
to_memory:
        dup
        ldm     address
        add
        star
        dup
        ldm     base
        add
        stmwa                   // [i]
        ldmi
        stmwd
        dup                     // hides behind the write
        wait
        wait
        bnz     to_memory
        ldi     1
        sub                     // [i-1]
        pop     nxt

// jopsys_ext2int: array stack_address count ->         11 + m(r) + count * (17 + max(0, r-4))
//   From the last word to the first; count >= 1.
jopsys_ext2int:
        stm     count
        stm     address
        stmraf                  // []
        wait
        wait
        ldmrd
        stm     base
        ldm     count
        ldi     1
        sub                     // [i]
to_stack:
        dup
        ldm     base
        add
        stmra                   // [i]
        dup
        ldm     address
        add
        star
        wait
        wait
        ldmrd
        stmi
        dup
        nop
        bnz     to_stack
        ldi     1
        sub                     // [i-1]
        pop     nxt

// jopsys_memcpy: destination source position ->        9 + m(r) + w; 11 when position is negative
//   Copies one word and redirects accesses to what is copied; a negative position ends the redirection.
jopsys_memcpy:
        stcp
        pop
        pop
        nop                     // pad 5: seven words hide behind the copy
        nop
        nop
        nop
        nop
        wait
        wait
        nop     nxt
