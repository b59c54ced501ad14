package com.jopdesign.sys;

/**
 * Operations that the linker replaces by one bytecode each (spec 11 section 9, spec 12 section 9).
 *
 * <p>These are declarations only: the class is never linked, and a call costs no frame. The linker
 * looks at the name alone, so overloads share one bytecode. The type-changing methods are one
 * bytecode that does nothing: they only tell the Java compiler to see a word as something else.
 */
public final class Native {

    private Native() {
    }

    /** Reads main memory or a device at a word address; devices have negative addresses. */
    public static native int rd(int address);

    /** Writes main memory or a device at a word address. */
    public static native void wr(int value, int address);

    /** Reads main memory at a word address, past every data cache. */
    public static native int rdMem(int address);

    /** Writes main memory at a word address, past every data cache. */
    public static native void wrMem(int value, int address);

    /** Reads the stack RAM; the two topmost stack words are in registers and not seen (spec 12 section 1). */
    public static native int rdIntMem(int address);

    /** Writes the stack RAM; a write to one of the two topmost stack words is lost (spec 12 section 1). */
    public static native void wrIntMem(int value, int address);

    /** Stack RAM address of the top of the stack, as it was before this call pushed its result. */
    public static native int getSP();

    /** Moves the top of the stack to a stack RAM address. */
    public static native void setSP(int address);

    /** Stack RAM address of local 0. */
    public static native int getVP();

    /** Moves local 0 to a stack RAM address. */
    public static native void setVP(int address);

    /** Copies {@code count >= 1} words of the stack RAM into an array, from index 0. */
    public static native void int2extMem(int stackAddress, int[] array, int count);

    /** Copies {@code count >= 1} words of an array, from index 0, into the stack RAM. */
    public static native void ext2intMem(int[] array, int stackAddress, int count);

    /** The long of a high and a low word. */
    public static native long makeLong(int high, int low);

    /** The handle of an object as a number. */
    public static native int toInt(Object reference);

    /** The bits of a float. */
    public static native int toInt(float value);

    /** The float of 32 bits. */
    public static native float toFloat(int bits);

    /** The bits of a double. */
    public static native long toLong(double value);

    /** The double of 64 bits. */
    public static native double toDouble(long bits);

    /** The object of a handle. */
    public static native Object toObject(int handle);

    /** The array of a handle; one-word elements of every type may be read and written through it. */
    public static native int[] toIntArray(int handle);

    /** Calls the method of a method structure without arguments. */
    public static native void invoke(int method);

    /** Calls the method of a method structure with one argument word. */
    public static native void invoke(int argument, int method);

    /** Enters the monitor of a handle: interrupts stay off until the outermost monitor is left. */
    public static native void lock(int reference);

    /** Leaves the monitor of a handle. */
    public static native void unlock(int reference);

    /** {@code condition ? a : b} without a branch. */
    public static native int condMove(int a, int b, boolean condition);

    /** {@code condition ? a : b} without a branch. */
    public static native Object condMoveRef(Object a, Object b, boolean condition);

    /**
     * Copies the word at {@code source + position}; from now on accesses to the words copied go to the copy. A negative
     * position ends that. The first two arguments stay the same during one object's copy.
     */
    public static native void memCopy(int target, int source, int position);

    /** Drops every word of the data caches. */
    public static native void invalidate();

    /** Reads the word at an offset of an object, with null check, past the object cache. */
    public static native int getField(int reference, int offset);

    /** Writes the word at an offset of an object, with null check, past the object cache. */
    public static native void putField(int reference, int offset, int value);

    /** Reads a static word. */
    public static native int getStatic(int address);

    /** Writes a static word. */
    public static native void putStatic(int value, int address);

    /** Reads an array element, with null and bounds checks. */
    public static native int arrayLoad(int reference, int index);

    /** Writes an array element, with null and bounds checks. */
    public static native void arrayStore(int reference, int index, int value);

    /** Length of an array. */
    public static native int arrayLength(int reference);
}
