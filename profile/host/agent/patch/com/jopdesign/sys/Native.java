package com.jopdesign.sys;

/**
 * The operations of the machine as far as the routines that the host runs need them: memory is an array in which types,
 * switches and the heap lie, registers and devices are not there.
 */
public final class Native {

    /** Memory, by word addresses; what lies behind its end reads as 0. */
    static int[] memory = new int[0];

    private Native() {
    }

    public static int rd(int address) {
        return 0;
    }

    public static void wr(int value, int address) {
    }

    public static int rdMem(int address) {
        int[] words = memory;
        return address >= 0 && address < words.length ? words[address] : 0;
    }

    public static void wrMem(int value, int address) {
        int[] words = memory;
        if (address >= 0 && address < words.length) {
            words[address] = value;
        }
    }

    /** Of a frame at 0: what the caller's operands end with, its pc, and pool and structure of its method; the operands. */
    public static int rdIntMem(int address) {
        return address == Const.RAM_LOCK_COUNT ? JopThrows.locks() : JopRoutines.stack(address);
    }

    public static void wrIntMem(int value, int address) {
    }

    /** The caches of objects and arrays, which are not there. */
    public static void invalidate() {
    }

    public static int getSP() {
        return 4;
    }

    public static int getVP() {
        return 0;
    }

    public static long makeLong(int high, int low) {
        return (long) high << 32 | low & 0xffffffffL;
    }

    /** The handle of all objects of a class. */
    public static int toInt(Object reference) {
        return JopRoutines.handle(reference);
    }

    public static int toInt(float value) {
        return Float.floatToRawIntBits(value);
    }

    public static float toFloat(int bits) {
        return Float.intBitsToFloat(bits);
    }

    public static long toLong(double value) {
        return Double.doubleToRawLongBits(value);
    }

    public static double toDouble(long bits) {
        return Double.longBitsToDouble(bits);
    }

    public static int condMove(int a, int b, boolean condition) {
        return condition ? a : b;
    }

    public static void putField(int reference, int offset, int value) {
    }

    public static void putStatic(int value, int address) {
    }

    public static int arrayLoad(int reference, int index) {
        return 0;
    }

    public static void arrayStore(int reference, int index, int value) {
        JopRoutines.stored(reference, index, value);
    }
}
