package com.jopdesign.sys;

/**
 * Memory behind the image: data of objects grows up from the image's end, handles grow down from the
 * end of memory (handles: spec 12 section 5).
 *
 * <pre>
 *   | image | h data | h data | ...  free -->        <-- limit | handles ... | top
 * </pre>
 *
 * Each block of data is preceded by one word, the address of its handle, so that the blocks can be walked
 * from end to end. A free handle has 0 as its data address and lies in the list of free ones; its words
 * 2 and 7 are 0, which an allocation may rely on. Cores take blocks and handles under the key of the runtime, and clear their blocks
 * without it: a collection waits until interrupts are on again.
 */
public final class Heap {

    /** Handles that are made at once when the list of free ones is empty. */
    private static final int BATCH = 16;

    /** First word of data. */
    static int start;

    /** Word where the next block of data will begin. */
    static int free;

    /** Lowest handle; data must end below it. */
    static int limit;

    /** First word behind the highest handle. */
    static int top;

    /** First free handle, or 0. */
    static int freeHandles;

    private static int stackWords;

    /** Of each core a handle, outside the others, of memory as large as the stack RAM above its first words: the first of them. */
    private static int stackCopies;

    /** Thrown when nothing is left to make a new one from. */
    private static OutOfMemoryError outOfMemory;

    private Heap() {
    }

    /** Takes the memory from the image's end to {@code memorySize} into use. */
    static void init(int memorySize) {
        start = Native.rdMem(0);
        free = start;
        stackWords = stackSize() - Const.STACK_START;
        int cores = Native.rd(Const.IO_CPU_COUNT);
        stackCopies = memorySize - cores * (stackWords + 1);
        for (int i = 0; i < cores; ++i) {
            Native.wrMem(stackCopy(i) + 1, stackCopy(i));
        }
        top = stackCopies & -Const.HANDLE_SIZE;
        limit = top;
        freeHandles = 0;
        outOfMemory = new OutOfMemoryError("Java heap space");
    }

    /** Words of the stack RAM: a power of two, at which its addresses wrap. */
    private static int stackSize() {
        int size = 256;
        // Variable 31 is free for such tests (spec 12 section 1).
        Native.wrIntMem(0, 31);
        while (size < 1024) {
            Native.wrIntMem(size, size + 31);
            if (Native.rdIntMem(31) == size) {
                break;
            }
            size <<= 1;
        }
        return size;
    }

    /** A handle of memory for the stack of a core. */
    static int stackCopy(int core) {
        return stackCopies + core * (stackWords + 1);
    }

    /** Words of the stack RAM that are stack. */
    static int stackWords() {
        return stackWords;
    }

    /**
     * Allocates a handle and {@code size} words of zeros.
     *
     * @param word1 method table of an object, length of an array
     * @param type handle type
     * @param descriptor array descriptor, or 0
     * @return the handle
     */
    static int allocate(int size, int word1, int type, int descriptor) {
        if (Collector.wanted != 0) {
            Collector.pause();
        }
        // No other thread may meet a half-made handle.
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        Native.wr(LockUnit.KERNEL, LockUnit.LOCK);
        Native.wrIntMem(1, Const.RAM_LOCK_COUNT);
        Native.invalidate();
        int handle = freeHandles;
        if (handle == 0 || limit - free <= size) {
            handle = makeRoom(size, Native.getVP());
        }
        int data = free;
        freeHandles = Native.rdMem(handle + Const.HANDLE_NEXT);
        Native.wrMem(handle, data++);
        Native.wrMem(data, handle);
        Native.wrMem(word1, handle + Const.HANDLE_METHODS);
        Native.wrMem(type, handle + Const.HANDLE_TYPE);
        Native.wrMem(descriptor, handle + Const.HANDLE_DESCRIPTOR);
        int end = data + size;
        free = end;
        Native.wrIntMem(0, Const.RAM_LOCK_COUNT);
        Native.wr(LockUnit.KERNEL, LockUnit.UNLOCK);
        // Eight at a time: clearing is most of the cost of an array. Objects are short: halves, without a loop.
        for (end -= 7; data < end; data += 8) {
            Native.wrMem(0, data);
            Native.wrMem(0, data + 1);
            Native.wrMem(0, data + 2);
            Native.wrMem(0, data + 3);
            Native.wrMem(0, data + 4);
            Native.wrMem(0, data + 5);
            Native.wrMem(0, data + 6);
            Native.wrMem(0, data + 7);
        }
        if ((size & 4) != 0) {
            Native.wrMem(0, data);
            Native.wrMem(0, data + 1);
            Native.wrMem(0, data + 2);
            Native.wrMem(0, data + 3);
            data += 4;
        }
        if ((size & 2) != 0) {
            Native.wrMem(0, data);
            Native.wrMem(0, data + 1);
            data += 2;
        }
        if ((size & 1) != 0) {
            Native.wrMem(0, data);
        }
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
        return handle;
    }

    /**
     * Under the key of the runtime, before and after: finds a free handle and {@code size} words of data, by a collection if need be. New handles come from the end
     * of the free memory, a batch at a time or less when little is left.
     *
     * @param stackEnd stack address behind the words of the program
     */
    private static int makeRoom(int size, int stackEnd) {
        boolean collected = false;
        while (true) {
            int handle = limit;
            int list = freeHandles;
            int least = free + Const.HANDLE_SIZE;
            if (list == 0) {
                for (int i = BATCH; i > 0 && handle > least; --i) {
                    handle -= Const.HANDLE_SIZE;
                    Native.wrMem(0, handle);
                    Native.wrMem(0, handle + Const.HANDLE_MARK);
                    Native.wrMem(list, handle + Const.HANDLE_NEXT);
                    Native.wrMem(0, handle + 7);
                    list = handle;
                }
                freeHandles = list;
                limit = handle;
            }
            if (freeHandles != 0 && handle - free > size) {
                return freeHandles;
            }
            if (collected) {
                break;
            }
            Native.wrIntMem(0, Const.RAM_LOCK_COUNT);
            Native.wr(LockUnit.KERNEL, LockUnit.UNLOCK);
            // Where another core is first, there may be enough after its collection.
            collected = Collector.request(stackEnd);
            Native.wr(LockUnit.KERNEL, LockUnit.LOCK);
            Native.wrIntMem(1, Const.RAM_LOCK_COUNT);
            Native.invalidate();
        }
        Scheduler.unlock();
        if (outOfMemory == null) {
            Startup.complain("the memory is too small for the program\n");
            Startup.exit(1);
        }
        throw outOfMemory;
    }

    /**
     * Copies words of one object or array to another, or within one, where the parts may overlap.
     * Bounds are the caller's care.
     */
    public static void copy(Object from, int fromOffset, Object to, int toOffset, int words) {
        // Nobody collects before interrupts are on: a collection would move the data.
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        // Arguments become addresses: the first four variables are the quick ones.
        fromOffset += Native.rdMem(Native.toInt(from));
        toOffset += Native.rdMem(Native.toInt(to));
        int end = fromOffset + words;
        if (fromOffset >= toOffset || end <= toOffset) {
            for (end -= 7; fromOffset < end; fromOffset += 8) {
                Native.wrMem(Native.rdMem(fromOffset), toOffset);
                Native.wrMem(Native.rdMem(fromOffset + 1), toOffset + 1);
                Native.wrMem(Native.rdMem(fromOffset + 2), toOffset + 2);
                Native.wrMem(Native.rdMem(fromOffset + 3), toOffset + 3);
                Native.wrMem(Native.rdMem(fromOffset + 4), toOffset + 4);
                Native.wrMem(Native.rdMem(fromOffset + 5), toOffset + 5);
                Native.wrMem(Native.rdMem(fromOffset + 6), toOffset + 6);
                Native.wrMem(Native.rdMem(fromOffset + 7), toOffset + 7);
                toOffset += 8;
            }
            for (end += 7; fromOffset < end; ++fromOffset) {
                Native.wrMem(Native.rdMem(fromOffset), toOffset);
                ++toOffset;
            }
        } else {
            toOffset += words;
            while (--end >= fromOffset) {
                --toOffset;
                Native.wrMem(Native.rdMem(end), toOffset);
            }
        }
        Native.invalidate();
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
    }

    /** Frees everything that cannot be reached. */
    public static void collect() {
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        Collector.request(Native.getVP());
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
    }

    /** Words that are free between data and handles. */
    public static int freeWords() {
        return limit - free;
    }

    /** Words between the image and the end of memory. */
    public static int totalWords() {
        return top - start;
    }
}
