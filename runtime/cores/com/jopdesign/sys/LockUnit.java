package com.jopdesign.sys;

/**
 * The lock unit of several cores, and the one key that the runtime takes for itself (spec 07 sections 6 and 9).
 *
 * <p>All are compile-time constants: the class itself is never linked. Whoever takes the key of the runtime has switched interrupts
 * off, is short, and neither allocates nor waits in between: so nobody is halted for long.
 */
final class LockUnit {

    /** Write: takes the lock of a key, and halts until then. Read: bit 1 is set if the table had no room. */
    static final int LOCK = -123;

    /** Write: gives the lock of a key back. */
    static final int UNLOCK = -122;

    /** Write on core 0: 1 starts the other cores. */
    static final int SIGNAL = -121;

    /** The key of the runtime; no handle is odd. */
    static final int KERNEL = 1;

    private LockUnit() {
    }
}
