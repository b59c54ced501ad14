// Branches: the hardware decides on the opcode's low bits in the cycle of jbr and loads jpc itself.
// The high offset byte is consumed in front of jbr, the low one by it.

// if<cond>, ifnull, ifnonnull: value ->        4, taken or not
ifeq:
ifne:
iflt:
ifge:
ifgt:
ifle:
ifnull:
ifnonnull:
        nop     opd
        jbr     opd
        pop
        nop     nxt

// if_icmp<cond>, if_acmp<cond>: v2 v1 ->       4, taken or not
if_icmpeq:
if_icmpne:
if_icmplt:
if_icmpge:
if_icmpgt:
if_icmple:
if_acmpeq:
if_acmpne:
        nop     opd
        jbr     opd
        pop
        pop     nxt

// goto: ->                                     4
goto:
        nop     opd
        jbr     opd
        nop
        nop     nxt
