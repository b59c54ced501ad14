// Local variables. Local n is the stack RAM word vp + n; the hardware takes seven bits of an operand byte as n.

// iload, fload, aload: -> value        2
iload:
fload:
aload:
        nop     opd
        ld      nxt

// istore, fstore, astore: value ->     2
istore:
fstore:
astore:
        nop     opd
        st      nxt

// iload_n, fload_n, aload_n: -> value  1
iload_0:
fload_0:
aload_0:
        ld0     nxt
iload_1:
fload_1:
aload_1:
        ld1     nxt
iload_2:
fload_2:
aload_2:
        ld2     nxt
iload_3:
fload_3:
aload_3:
        ld3     nxt

// istore_n, fstore_n, astore_n: value ->       1
istore_0:
fstore_0:
astore_0:
        st0     nxt
istore_1:
fstore_1:
astore_1:
        st1     nxt
istore_2:
fstore_2:
astore_2:
        st2     nxt
istore_3:
fstore_3:
astore_3:
        st3     nxt

// lload_0 to 2, dload_0 to 2: -> (h l)         2
lload_0:
dload_0:
        ld0
        ld1     nxt
lload_1:
dload_1:
        ld1
        ld2     nxt
lload_2:
dload_2:
        ld2
        ld3     nxt

// lstore_0 to 2, dstore_0 to 2: (h l) ->       2
lstore_0:
dstore_0:
        st1
        st0     nxt
lstore_1:
dstore_1:
        st2
        st1     nxt
lstore_2:
dstore_2:
        st3
        st2     nxt

// lload_3, dload_3: -> (h l)           11
lload_3:
dload_3:
        jmp     load_long
        ldi     3
        ldvp

// lload, dload: -> (h l)               11
lload:
dload:
        nop     opd
        ld_opd_8u
        ldvp
load_long:
        add                     // [local]
        dup
        star                    // [local]
        ldi     1
        add
        star                    // []
        ldmi                    // ar is still the first star's
        ldmi    nxt

// lstore_3, dstore_3: (h l) ->         11
lstore_3:
dstore_3:
        jmp     store_long
        ldi     3
        ldvp

// lstore, dstore: (h l) ->             11
lstore:
dstore:
        nop     opd
        ld_opd_8u
        ldvp
store_long:
        add                     // [h l local]
        dup
        ldi     1
        add
        star                    // [h l local]
        star                    // [h l]
        stmi                    // ar is still the first star's
        stmi    nxt

// iinc: ->                             8
//   No opd before the fourth word: the number of the local stays in front for ld_opd_8u and for ld.
iinc:
        ldvp
        ld_opd_8u
        add
        star    opd
        ld      opd             // [value]
        ld_opd_8s
        add
        stmi    nxt
