// Calls. `invoke` is the common part: it takes a method struct and builds the frame (spec 12 sections 2 and 3).

#ifdef STRICT
// invokespecial: this ... -> , frame       92 + 2 m(r) + max(0, r-3) + max(0, r-2) + load, hidden 37; null 38 + 2 m(r)
//   strict only: 19 + m(r) for the null check of `this`
invokespecial:
        ldm     cp opd
        nop     opd
        ld_opd_16u
        add
        stmrac
        wait
        wait
        ldmrd                   // [method]
        dup
        ldi     1
        add
        stmrac                  // [method]
        ldsp                    // [method S], hides behind the read
        wait
        wait
        ldmrd
        ldi     31
        and                     // [method S arguments]
        sub
        ldi     1
        add
        star                    // [method]
        nop
        ldmi                    // [method this]
        nop
        bnz     invoke
        nop
        nop
        jmp     raise_null
        nop
        nop
#endif

// invokestatic, invokespecial: ... -> , frame       73 + m(r) + max(0, r-3) + max(0, r-2) + load, hidden 37
//   `this` of invokespecial is not checked for null.
invokestatic:
#ifndef STRICT
invokespecial:
#endif
        ldm     cp opd
        nop     opd
        ld_opd_16u
        add
        stmrac
        wait
        wait
        ldmrd                   // [method]

// jopsys_invoke: ... method -> , frame              65 + max(0, r-3) + max(0, r-2) + load, hidden 37
jopsys_invoke:
invoke:
        dup
        ldi     1
        add
        stmrac                  // [method]
        ldm     mp
        stm     old_mp
        stm     mp              // []
        wait
        wait
        ldmrd
        stm     shape           // constant pool << 10 | locals << 5 | arguments
        ldm     mp
        stmrac                  // []
        ldjpc
        ldbcstart
        wait
        wait
        sub
        stm     old_pc          // relative to the method, as it may lie elsewhere in the cache when we come back
        ldvp
        stm     old_vp
        ldm     cp
        stm     old_cp
        ldmrd                   // [start << 10 | length]
        stbcrd                  // lookup and load run beside the 37 words that follow
        ldm     shape
        ldi     10
        ushr
        stm     cp
        ldsp                    // these two pushes also write the last two arguments to the stack RAM
        ldi     1
        add                     // [S], the address of the last argument
        dup
        ldm     shape
        ldi     31
        and
        sub                     // [S S-arguments]
        dup
        stm     old_sp
        ldi     1
        add
        stvp                    // [S]
        ldm     shape
        ldi     5
        ushr
        ldi     31
        and
        add                     // [S+locals]
        nop                     // stsp takes A one word late
        stsp
        pop                     // these two load A and B with what lies there,
        pop                     // so that the next two pushes write it back unchanged
        ldm     old_sp
        ldm     old_pc
        ldm     old_vp
        ldm     old_cp
        ldm     old_mp
        ldbcstart
        stjpc
        nop                     // pad 2; one of the three is the distance of stjpc to nxt
        nop
        nop
        wait
        wait
        nop     nxt

// invokevirtual: ref ... -> , frame        98 + 2 m(r) + max(0, r-3) + max(0, r-2) + load, hidden 37; null 41 + m(r)
//   strict: 9 + m(r) more, as an array has its length where an object has its method table;
//   array receivers 34 + 3 m(r) more, hardware objects 22 + 2 m(r) more
invokevirtual:
        ldm     cp opd
        nop     opd
        ld_opd_16u
        add
        stmrac
        wait
        wait
        ldmrd                   // [constant]
#include "receiver.asm"
        dup
        nop                     // pad
        bz      virtual_null
#ifdef STRICT
        dup
        ldi     handle_type
        add
        stmraf
        wait
        wait
        ldmrd
        nop
        bnz     call_on_array   // [slot ref]
#endif
        ldi     1
        add                     // [slot ref+1]
call_on_object:
        stmraf
        wait
        wait
        ldmrd                   // [slot table]
        add                     // [method]
        jmp     invoke
        nop
        nop

virtual_null:
        jmp     receiver_null
        nop
        nop

#ifdef STRICT
// The handle of a hardware object is two words long, so its type word is another object's: its device address tells it.
// Any other handle with a type is an array's and holds the address of its descriptor, as our run-time system makes it.
call_on_array:
        ldi     1
        sub                     // [slot ref]
        dup
        stmraf
        wait
        wait
        ldmrd
        ldi     31
        ushr
        nop
        bnz     call_on_object
        ldi     1
        add                     // [slot ref+1]
        ldi     handle_array
        add
        ldi     1
        sub
        stmraf
        wait
        wait
        ldmrd                   // [slot descriptor]: an array has the methods of its superclass, java.lang.Object
        ldi     class_super
        add
        stmrac
        wait
        wait
        ldmrd
        ldi     class_header
        add
        add                     // [method]
        jmp     invoke
        nop
        nop
#endif

// invokeinterface: ref ... -> , frame      111 + 4 m(r) + max(0, r-3) + max(0, r-2) + load, hidden 37; null 41 + m(r)
invokeinterface:
        ldm     cp opd
        nop     opd
        ld_opd_16u opd          // two operand bytes say nothing new
        add     opd
        stmrac
        wait
        wait
        ldmrd                   // [constant]
#include "receiver.asm"
        dup
        nop                     // pad
        bz      interface_null
        ldi     1
        add
        stmraf
        wait
        wait
        ldmrd                   // [slot table]
        ldi     1
        sub                     // the interface table's address lies below the method table
        stmrac
        wait
        wait
        ldmrd
        add
        stmrac
        wait
        wait
        ldmrd                   // [method]
        nop                     // pad 3
        nop
        nop
        jmp     invoke
        nop
        nop

interface_null:
        jmp     receiver_null
        nop
        nop

// The exception is pending when the next bytecode is fetched; the arguments stay, the frame is discarded.
receiver_null:
        nop                     // pad 3
        nop
        nop
super_receiver_null:
        nop                     // pad 2
        nop
raise_null:
        ldi     io_exc
        stmwa
        ldi     exc_null
        stmwd
        wait
        wait
        nop     nxt

// invokesuper: ref ... -> , frame          109 + 3 m(r) + max(0, r-3) + max(0, r-2) + load, hidden 37; null 38 + m(r)
invokesuper:
        ldm     cp opd
        nop     opd
        ld_opd_16u
        add
        stmrac
        wait
        wait
        ldmrd                   // [constant]
#include "receiver.asm"
        nop
        nop                     // pad
        bz      super_null
        ldm     cp
        ldi     1
        sub                     // the word below the constant pool is the class
        stmrac
        wait
        wait
        ldmrd                   // [slot class]
        ldi     class_super
        add
        stmrac
        wait
        wait
        ldmrd                   // [slot superclass]
        add
        ldi     class_header
        add                     // [method]
        nop                     // pad 2
        nop
        jmp     invoke
        nop
        nop

super_null:
        jmp     super_receiver_null
        nop
        nop
