package com.jopdesign.sys;

/** The Java methods of the runtime that carry bytecodes out, for callers outside of their package. */
public final class Routines {

    /** Held by whoever works on the heap. */
    static final Object HEAP = new Object();

    /** An index beyond all memory, also for elements of two words. */
    private static final int NOWHERE = 1 << 27;

    private Routines() {
    }

    /** Makes the memory: the heap lies between these addresses, a copy of the stack behind it. */
    public static void init(int words, int heapStart, int heapEnd) {
        Native.memory = new int[words];
        Heap.start = heapStart;
        Heap.free = heapStart;
        Heap.stackCopy = heapEnd;
        Heap.top = heapEnd & -Const.HANDLE_SIZE;
        Heap.limit = Heap.top;
        Heap.freeHandles = 0;
    }

    /** Lowest handle of the heap. */
    public static int firstHandle() {
        return Heap.limit;
    }

    /** Behind its highest handle. */
    public static int lastHandle() {
        return Heap.top;
    }

    /** Where a collection has the copy of the stack. */
    public static int stackCopy() {
        return Heap.stackCopy + 1;
    }

    /** Address of the table of classes. */
    public static void setClassTable(int address) {
        LinkInfo.classTable = address;
    }

    /** Address of the descriptors of primitive arrays, by element type code. */
    public static void setPrimitiveArrays(int address) {
        LinkInfo.primitiveArrays = address;
    }

    /** A word of the memory. */
    public static int read(int address) {
        return Native.rdMem(address);
    }

    /** Writes a word of the memory, which grows if need be. */
    public static void write(int address, int value) {
        int[] words = Native.memory;
        if (address >= words.length) {
            int[] longer = new int[address + address / 2];
            System.arraycopy(words, 0, longer, 0, words.length);
            Native.memory = longer;
            words = longer;
        }
        words[address] = value;
    }

    /** Takes a heap for empty whose collection was cut short, as by a full stack of the host. The heap is held. */
    static void mend() {
        if (JopObjects.giveUp()) {
            Heap.free = Heap.start;
            Heap.limit = Heap.top;
            Heap.freeHandles = 0;
        }
    }

    /** Words that an allocation can ask for. */
    private static boolean fits(int words) {
        return words < Heap.top - Heap.start - 64;
    }

    /** Makes an object; gives its handle. */
    public static int make(int type) {
        synchronized (HEAP) {
            mend();
            return JVM.f_new(type);
        }
    }

    /** Makes an array; gives its handle, or 0 if it is larger than the heap. */
    public static int makeArray(int count, int type) {
        if (fits(count) && (type != Const.TYPE_LONG && type != Const.TYPE_DOUBLE || fits(count << 1))) {
            synchronized (HEAP) {
                mend();
                return JVM.f_newarray(count, type);
            }
        }
        return 0;
    }

    /** As {@link #makeArray}, of references. */
    public static int makeReferences(int count, int element) {
        if (fits(count)) {
            synchronized (HEAP) {
                mend();
                return JVM.f_anewarray(count, element);
            }
        }
        return 0;
    }

    /** Makes arrays of arrays of these lengths; gives the handle of the outermost, or 0 if they are larger than the heap. */
    public static int makeArrays(int[] lengths) {
        long words = 1;
        for (int length : lengths) {
            words *= length + 1L;
        }
        if (words > Integer.MAX_VALUE / 2 || !fits((int) words * 2)) {
            return 0;
        }
        synchronized (HEAP) {
            mend();
            return JVM.f_multianewarray();
        }
    }

    /** {@code System.gc}. */
    public static void collect() {
        synchronized (HEAP) {
            mend();
            LibrarySystem.gc();
        }
    }

    /** Copies nothing: where the elements would lie there is no memory. Copies within one array overlap as they do. */
    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int count) {
        if (fromIndex >= 0 && toIndex >= 0 && count >= 0 && (fromIndex | toIndex | count) < NOWHERE) {
            int source = source(from, to);
            LibrarySystem.arraycopy(from, source + fromIndex, to, target(from, to, source) + toIndex, count);
        }
    }

    /** Where a copy seems to come from: beyond all memory, in the order that the two have on JOP. */
    static int source(Object from, Object to) {
        return JopObjects.liesAbove(from, to) ? 2 * NOWHERE : NOWHERE;
    }

    /** Where it seems to go to. */
    static int target(Object from, Object to, int source) {
        return from == to ? source : 3 * NOWHERE - source;
    }

    public static void checkcast(int reference, int type) {
        JVM.f_checkcast(reference, type);
    }

    public static void instanceOf(int reference, int type) {
        JVM.f_instanceof(reference, type);
    }

    public static void aastore(int array, int index, int value) {
        JVM.f_aastore(array, index, value);
    }

    public static void putfield() {
        JVM.f_putfield_ref(8, 0, 0);
    }

    public static void putstatic() {
        JVM.f_putstatic_ref(0, 0);
    }

    public static void tableswitch(int index) {
        JVM.f_tableswitch(index);
    }

    public static void lookupswitch(int key) {
        JVM.f_lookupswitch(key);
    }

    /** A bytecode with operands of one word, by its opcode. */
    public static void words(int opcode, int a, int b) {
        switch (opcode) {
            case 0x0c: JVM.f_fconst_1(); break;
            case 0x0d: JVM.f_fconst_2(); break;
            case 0x0f: JVM.f_dconst_1(); break;
            case 0x62: JVM.f_fadd(a, b); break;
            case 0x66: JVM.f_fsub(a, b); break;
            case 0x6a: JVM.f_fmul(a, b); break;
            case 0x6c: JVM.f_idiv(a, b); break;
            case 0x6e: JVM.f_fdiv(a, b); break;
            case 0x70: JVM.f_irem(a, b); break;
            case 0x72: JVM.f_frem(a, b); break;
            case 0x76: JVM.f_fneg(a); break;
            case 0x86: JVM.f_i2f(a); break;
            case 0x87: JVM.f_i2d(a); break;
            case 0x8b: JVM.f_f2i(a); break;
            case 0x8c: JVM.f_f2l(a); break;
            case 0x8d: JVM.f_f2d(a); break;
            case 0x91: JVM.f_i2b(a); break;
            case 0x93: JVM.f_i2s(a); break;
            case 0x95: JVM.f_fcmpl(a, b); break;
            case 0x96: JVM.f_fcmpg(a, b); break;
            default: throw new Error("no routine");
        }
    }

    /** A bytecode with operands of two words. */
    public static void longs(int opcode, long a, long b) {
        int ah = (int) (a >> 32);
        int al = (int) a;
        int bh = (int) (b >> 32);
        int bl = (int) b;
        switch (opcode) {
            case 0x63: JVM.f_dadd(ah, al, bh, bl); break;
            case 0x67: JVM.f_dsub(ah, al, bh, bl); break;
            case 0x69: JVM.f_lmul(ah, al, bh, bl); break;
            case 0x6b: JVM.f_dmul(ah, al, bh, bl); break;
            case 0x6d: JVM.f_ldiv(ah, al, bh, bl); break;
            case 0x6f: JVM.f_ddiv(ah, al, bh, bl); break;
            case 0x71: JVM.f_lrem(ah, al, bh, bl); break;
            case 0x73: JVM.f_drem(ah, al, bh, bl); break;
            case 0x77: JVM.f_dneg(ah, al); break;
            case 0x89: JVM.f_l2f(a); break;
            case 0x8a: JVM.f_l2d(a); break;
            case 0x8e: JVM.f_d2i(a); break;
            case 0x8f: JVM.f_d2l(a); break;
            case 0x90: JVM.f_d2f(a); break;
            case 0x97: JVM.f_dcmpl(ah, al, bh, bl); break;
            case 0x98: JVM.f_dcmpg(ah, al, bh, bl); break;
            default: throw new Error("no routine");
        }
    }
}
