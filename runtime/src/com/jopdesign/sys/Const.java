package com.jopdesign.sys;

/**
 * Addresses and layouts that hardware, microcode, linker and runtime agree on
 * (spec 12 sections 1, 5 and 13, spec 11 sections 2, 6 and 8).
 *
 * <p>All are compile-time constants: the class itself is never linked.
 */
public final class Const {

    private Const() {
    }

    // Devices, as negative word addresses.

    /** Read: clock cycles since reset. */
    public static final int IO_CYCLES = -128;
    /** Write: bit 0 enables interrupts. */
    public static final int IO_INTERRUPT_ENABLE = -128;
    /** Read: microseconds since reset. */
    public static final int IO_MICROSECONDS = -127;
    /** Write: the microsecond in which the timer interrupt fires. */
    public static final int IO_TIMER = -127;
    /** Read: number of the interrupt being served. Write: requests an interrupt. */
    public static final int IO_INTERRUPT = -126;
    /** Read: number of the last exception. Write: raises one. */
    public static final int IO_EXCEPTION = -124;
    /** Read: number of this core. */
    public static final int IO_CPU_ID = -122;
    /** Write: one bit for each interrupt source that may be served. */
    public static final int IO_INTERRUPT_MASK = -120;
    /** Write: forgets every pending interrupt. */
    public static final int IO_INTERRUPT_CLEAR = -119;
    /** Read: number of cores. */
    public static final int IO_CPU_COUNT = -117;
    /** Write: a word of a stack trace, see {@link TraceMessage}; a simulator's device that hardware ignores. */
    public static final int IO_TRACE = -115;
    /** Write: one byte of error text; a simulator's device that hardware ignores. */
    public static final int IO_STDERR = -114;
    /** Write: the exit status; a simulator's device that hardware ignores. */
    public static final int IO_EXIT = -113;
    /** Read: bit 0 the UART takes a byte, bit 1 the UART has one. */
    public static final int IO_UART_STATUS = -112;
    /** Read and write: one byte through the UART. */
    public static final int IO_UART = -111;

    // Exception numbers.

    /** The stack pointer reached its limit; the request stays until reset. */
    public static final int EXCEPTION_STACK_OVERFLOW = 1;
    /** A null reference was used. */
    public static final int EXCEPTION_NULL = 2;
    /** An array index was out of bounds. */
    public static final int EXCEPTION_BOUNDS = 3;
    /** The lock unit refused a lock. */
    public static final int EXCEPTION_MONITOR = 5;

    // Stack RAM.

    /** Variable: constant pool of the running method. */
    public static final int RAM_CP = 1;
    /** Variable: method structure of f_nop. */
    public static final int RAM_JVM = 3;
    /** Variable: nesting depth of monitors. */
    public static final int RAM_LOCK_COUNT = 5;
    /** Variable of our microcode: high word or, at the exception entry of the strict build, the array of a store. */
    public static final int RAM_HIGH = 14;
    /** Variable of our microcode: low word or, at the exception entry of the strict build, the index of a store. */
    public static final int RAM_LOW = 15;
    /** Variable of our microcode: index of an array access, in the strict build of a load of one word, too. */
    public static final int RAM_INDEX = 17;
    /** Variable of our microcode: array of a load of one word, in the strict build. */
    public static final int RAM_BASE = 19;
    /** Version of the microcode. */
    public static final int RAM_VERSION = 62;
    /** That of the strict build. */
    public static final int VERSION_STRICT = 20261102;
    /** Words of the stack RAM that every machine has. */
    public static final int STACK_SIZE = 256;
    /** First word of the stack, by the name that programs for the original use. */
    public static final int STACK_OFF = 64;
    /** First word of the stack. */
    public static final int STACK_START = 64;
    /** A frame at or below this address is that of boot: it has no caller. */
    public static final int LAST_FRAME = 69;

    // Special pointers, as offsets from the word at address 1.

    /** Method structure of main. */
    public static final int POINTER_MAIN = 3;
    /** First static reference. */
    public static final int POINTER_REFERENCES = 4;
    /** Number of static references. */
    public static final int POINTER_REFERENCE_COUNT = 5;
    /** Number of class initialisers; their method structures follow. */
    public static final int POINTER_INITIALISERS = 6;

    // Class structures and array descriptors.

    /** Array descriptor: type code of the elements, 0 for references. */
    public static final int CLASS_ELEMENT_TYPE = 1;
    /** Array descriptor: class or descriptor of the elements, 0 for primitives. */
    public static final int CLASS_COMPONENT = 2;
    /** Class: one bit for each word that holds a reference. */
    public static final int CLASS_REFERENCES = 2;
    /** Superclass, 0 for Object; an interface has minus its number here. */
    public static final int CLASS_SUPER = 3;
    /** Interface table, or 0. */
    public static final int CLASS_INTERFACES = 4;
    /** First word of the method table: what word 1 of an object's handle points at. */
    public static final int CLASS_METHODS = 5;
    /** Array descriptor: descriptor of arrays of this array type, or 0. */
    public static final int CLASS_ARRAY = 5;
    /** Array descriptor: packed text of the name. */
    public static final int CLASS_NAME = 6;

    // Handles.

    /** Address of the data; 0 while the handle is free. */
    public static final int HANDLE_DATA = 0;
    /** Object: method table. Array: length. */
    public static final int HANDLE_METHODS = 1;
    /** Not 0 while a collection has found the object alive. */
    public static final int HANDLE_MARK = 2;
    /** 0 object, 1 array of references, 4 to 11 array of primitives. */
    public static final int HANDLE_TYPE = 3;
    /** Next free handle. */
    public static final int HANDLE_NEXT = 4;
    /** Next handle whose references are still to be followed. */
    public static final int HANDLE_GREY = 5;
    /** Array descriptor, or 0 if no class names the array type. */
    public static final int HANDLE_DESCRIPTOR = 6;
    /** Words of a handle; handles are aligned to it. */
    public static final int HANDLE_SIZE = 8;

    /** Handle type of an array of references. */
    public static final int TYPE_REFERENCES = 1;
    /** Type code of boolean elements. */
    public static final int TYPE_BOOLEAN = 4;
    /** Type code of char elements. */
    public static final int TYPE_CHAR = 5;
    /** Type code of float elements. */
    public static final int TYPE_FLOAT = 6;
    /** Type code of double elements: two words each. */
    public static final int TYPE_DOUBLE = 7;
    /** Type code of byte elements. */
    public static final int TYPE_BYTE = 8;
    /** Type code of short elements. */
    public static final int TYPE_SHORT = 9;
    /** Type code of int elements. */
    public static final int TYPE_INT = 10;
    /** Type code of long elements: two words each. */
    public static final int TYPE_LONG = 11;

    /** The word behind a method's code: bit of synchronized methods. */
    public static final int FLAG_SYNCHRONIZED = 0x10000;
    /** The word behind a method's code: bit of static methods. */
    public static final int FLAG_STATIC = 0x20000;
}
