// Bytecodes that a method of class JVM carries out: method struct jjp + 2 * opcode (spec 12 section 4).
// Cycles are those up to the first bytecode of that method.

// new, anewarray, checkcast, instanceof: ... -> ... constant
//                  92 + m(r) + max(0, r-3) + max(0, r-2) + load, hidden 37
new:
anewarray:
checkcast:
instanceof:
        ld_opd_8u opd
        stm     opcode opd
        ld_opd_16u
        ldm     cp
        add
        stmrac
        wait
        wait
        ldmrd                   // [constant]
        jmp     java_method
        nop
        nop

// newarray: count -> count type
//                  86 + max(0, r-3) + max(0, r-2) + load, hidden 37
newarray:
        ld_opd_8u               // no opd yet: the type must be in front when the next word is fetched
        stm     opcode opd
        ld_opd_8u               // [count type]
        jmp     java_method
        nop
        nop

// putfield_ref: ref value -> ref value index
// putstatic_ref: value -> value address
//                  87 + max(0, r-3) + max(0, r-2) + load, hidden 37
putfield_ref:
putstatic_ref:
        ld_opd_8u opd
        stm     opcode opd
        ld_opd_16u
        nop                     // pad
        jmp     java_method
        nop
        nop

// sys_noim, every bytecode without a label: ->
//                  82 + max(0, r-3) + max(0, r-2) + load, hidden 37
sys_noim:
        ld_opd_8u
        stm     opcode
java_method:
        ldm     opcode
        dup
        add                     // [2 * opcode]
        ldm     jjp
        add                     // [method]
        nop                     // pad 7
        nop
        nop
        nop
        nop
        nop
        nop
        jmp     invoke
        nop
        nop
