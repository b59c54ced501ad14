// From reset to the first method. The memory already holds the image (spec 10 section 9).

        nop                     // ROM word 0 is never executed,
        nop                     // word 1 three times
        ldi     stack_init
        nop
        stsp

        ldi     io_cpu_id
        stmra
        wait
        wait
        ldmrd
        nop
        bz      load
        nop
        nop

// Core 0 gives the others a signal when the image is complete.
await_signal:
        ldi     io_signal
        stmra
        wait
        wait
        ldmrd
        nop
        bz      await_signal
        nop
        nop
        jmp     start
        nop
        nop

load:
        ldi     0
        stmra
        wait
        wait
        ldmrd
        stm     heap

// mem[1] is the address of the special pointers: boot method, JVM, JVMHelp (spec 11 section 2).
start:
        ldi     1
        stmra
        wait
        wait
        ldmrd                   // [special]
        dup
        stm     mp
        dup
        ldi     1
        add
        stmra                   // [special]
        wait
        wait
        ldmrd
        stm     jjp
        dup
        ldi     2
        add
        stmra                   // [special]
        wait
        wait
        ldmrd
        stm     jjhp
        stmra
        wait
        wait
        ldmrd                   // [method]
        jmp     invoke
        nop
        nop
