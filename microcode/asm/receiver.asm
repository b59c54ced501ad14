// Included where a call has read its constant: [constant] -> [slot receiver]. 12 words, no branch.
// The constant is slot << 8 | arguments without the receiver (spec 12 section 3).
        dup
        stm     a
        ldi     8
        ushr                    // [slot]
        ldsp                    // [slot S], S the address of the last argument: sp + 1 = S with one element above it
        ldm     a
        ldi     255
        and
        sub
        star                    // [slot]
        nop                     // ar is new two words after star
        ldmi                    // [slot receiver]
