// Interrupt and exception: taken in place of a bytecode, which has moved jpc on and will be fetched again.

// sys_int: ->      73 + max(0, r-3) + max(0, r-2) + load, hidden 37
sys_int:
        ldjpc
        ldi     1
        sub
        stjpc
        ldm     jjhp            // the first method of JVMHelp
        jmp     invoke
        nop
        nop

// sys_exc: ->      75 + max(0, r-3) + max(0, r-2) + load, hidden 37
sys_exc:
        ldjpc
        ldi     1
        sub
        stjpc
        ldm     jjhp
        ldi     except_method
        add
        jmp     invoke
        nop
        nop
