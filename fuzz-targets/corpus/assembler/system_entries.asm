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
//   strict: 14 more
sys_exc:
#ifdef STRICT
        // A store of one word with a bad index has left reference and index in the stack RAM above the stack. Two words may be
        // pushed before they are overwritten.
        ldsp
        ldi     2
        add                     // address of the reference
        dup
        star
        nop
        ldmi
        stm     high
        ldi     1
        add
        star
        nop
        ldmi
        stm     low
#endif
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
