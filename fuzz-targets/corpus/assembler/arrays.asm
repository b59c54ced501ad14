// Arrays. The handle's first word is the address of the elements, its second the length.

// arraylength: ref -> length                   6 + m(r); null is not checked
//   strict: 2 more; null 12
arraylength:
#ifdef STRICT
        dup
        bz      length_null
#endif
        ldi     1
        add
        stmraf
        wait
        wait
        ldmrd   nxt

#ifdef STRICT
length_null:
        ldi     io_exc
        stmwa
        ldi     exc_null
        stmwd
        wait
        wait
        nop     nxt
#endif

#ifndef STRICT

// iaload, faload, aaload, baload, caload, saload: ref index -> value       6 + max(3, 3r)
//   null max(8, 7 + r). Loose (spec 04 section 8): with r <= 1 a bad index is reported up to two bytecodes late, bits 31
//   to 23 of it are ignored, and one that leads out of the memory is not seen.
iaload:
faload:
aaload:
baload:
caload:
saload:
        stald
        pop
        wait
        wait
        ldmrd   nxt

// iastore, fastore, bastore, castore, sastore: ref index value ->          10 + 2 m(r) + w
//   null 9 + r; index 12 + 2 m(r). Loose: bits 31 to 23 of the index are ignored.
iastore:
fastore:
bastore:
castore:
sastore:
        stast
        pop
        pop
        wait
        wait
        nop     nxt

#else

// The hardware sees 23 bits of an index, and checks none that leads out of the memory. No array is longer than 2^21.
// A null reference was reported already, and comes first.
index_too_large:
        wait
        wait
        ldm     base
        nop
        bz      load_done
        ldi     io_exc
        stmwa
        ldi     exc_bounds
        stmwd
        wait
        wait
load_done:
        nop     nxt

// iaload, faload, aaload, baload, caload, saload: ref index -> value       strict: 13 + max(0, 3r-4)
//   null max(13, 10 + r); index 12 + 3 m(r), above 2^21 24 + max(0, 3r-5)
//   The upper bits are looked at beside the load. bnz leaves no hold of its slots when it is taken.
iaload:
faload:
aaload:
baload:
caload:
saload:
        dup
        stm     index
        stald
        stm     base
        ldm     index
        ldi     index_bits
        ushr
        nop
        bnz     index_too_large
        wait
        wait
        nop                     // the unit is free for one cycle before it reports a bad index (spec 04 section 8)
        ldmrd   nxt

// iastore, fastore, bastore, castore, sastore: ref index value ->          strict: 18 + 2 m(r) + w
//   null 17 + r; index 20 + 2 m(r), above 2^21 20
iastore:
fastore:
bastore:
castore:
sastore:
        stm     a
        dup
        ldi     index_bits
        ushr
        nop
        bnz     store_index_too_large
        ldm     a
        nop                     // [ref index value]
        stast
        pop
        pop
        wait
        wait
        nop     nxt

store_index_too_large:
        pop
        pop                     // [ref]
        nop
        bz      store_null
        ldi     io_exc
        stmwa
        ldi     exc_bounds
        stmwd
        wait
        wait
        nop     nxt
store_null:
        ldi     exc_null
        stmwd
        wait
        wait
        nop     nxt

#endif

// laload, daload: ref index -> (h l)           43 + 4 m(r); null 14; index 32 + m(r)
laload_null:
        jmp     array_null
        ldi     io_exc
        stmwa
laload:
daload:
        stm     index
        dup
        bz      laload_null     // before the dup: the reference was on top already
        dup
        ldi     1               // [ref ref 1]
        add
        stmraf                  // [ref]
        wait
        wait
        ldmrd                   // [ref length]
        ldm     index
        sub
        ldi     1
        sub
        ldm     index
        or                      // negative if the index is negative or length - index - 1 is
        ldi     31
        ushr
        nop                     // pad 2
        nop
        nop
        bnz     laload_bounds
        nop
        nop                     // [ref]
        stmraf
        ldm     index           // hides behind the read
        wait
        wait
        ldmrd                   // [index base]
        add
        ldm     index
        add                     // [address]
        dup
        stmra                   // [address]
        ldi     1               // hides behind the read
        wait
        wait
        add
        stm     address         // []
        ldmrd                   // [h]
        ldm     address
        stmra
        wait
        wait
        ldmrd   nxt             // [h l]

// The exception is pending when the next bytecode is fetched. Who jumps to the second label has done two words already.
laload_bounds:
        ldi     io_exc
        stmwa
array_bounds:
        ldi     exc_bounds
        stmwd
        wait
        wait
        nop     nxt
lastore_null:
        ldi     io_exc
        stmwa
array_null:
        ldi     exc_null
        stmwd
        wait
        wait
        nop     nxt
lastore_bounds:
        jmp     array_bounds
        ldi     io_exc
        stmwa

// lastore, dastore: ref index (h l) ->         48 + 2 m(r) + w + max(0, w-3); null 16; index 34 + m(r)
lastore:
dastore:
        stm     low
        stm     high
        stm     index           // [ref]
        dup
        dup
        bz      lastore_null
        ldi     1
        add                     // [ref ref+1]
        stmraf                  // [ref]
        wait
        wait
        ldmrd                   // [ref length]
        ldm     index
        sub
        ldi     1
        sub
        ldm     index
        or
        ldi     31
        ushr
        nop                     // pad
        nop
        bnz     lastore_bounds
        nop
        nop                     // [ref]
        nop                     // pad
        stmraf
        ldm     index           // hides behind the read
        wait
        wait
        ldmrd                   // [index base]
        add
        ldm     index
        add  