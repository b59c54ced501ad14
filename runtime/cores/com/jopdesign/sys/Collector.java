package com.jopdesign.sys;

/**
 * Garbage collector: marks what can be reached, then slides the blocks of data together
 * (the layout is that of {@link Heap}).
 *
 * <p>References point at handles, and handles stay where they are, so moving a block changes one word.
 * Every word of a stack that could be a handle counts as one (spec 12 section 10); no step recurses,
 * as the stack RAM is small.
 *
 * <p>There is no interrupt from core to core, and no core can read the stack of another. So whoever needs a collection writes its number
 * to {@link #wanted}; every core reads that word when it allocates, enters or leaves a monitor, waits, and in its timer interrupt. It then copies its
 * stack to memory, says that it has stopped, and waits for the word to change. Nobody holds the key of the runtime meanwhile.
 */
final class Collector {

    /** Words of stack that a collection takes, with a margin. */
    private static final int ROOM = 90;

    /** Number of the collection for which all cores are to stop, or 0. */
    static volatile int wanted;

    /** Number of collections. */
    static int count;

    /** End of the list of handles whose references are still to be followed; a mark is never 0. */
    private static final int LAST = 1;

    /** First handle of that list; each has the next one in the place of its mark. */
    private static int grey = LAST;

    private Collector() {
    }

    /**
     * Stops all cores and collects; if another core is about to do so, stops for that. Interrupts are off, the key of the runtime is free.
     *
     * @return false if another core has collected
     */
    static boolean request(int stackEnd) {
        Native.wr(LockUnit.KERNEL, LockUnit.LOCK);
        Native.invalidate();
        if (wanted != 0) {
            Native.wr(LockUnit.KERNEL, LockUnit.UNLOCK);
            stop();
            return false;
        }
        int began = Native.rd(Const.IO_CYCLES);
        int number = ++count;
        wanted = number;
        Native.wr(LockUnit.KERNEL, LockUnit.UNLOCK);
        Core self = Core.self();
        for (int i = 0; i < Core.running; ++i) {
            Core core = Core.all[i];
            while (core != self && core.stopped != number) {
                // It will soon look.
            }
        }
        collect(stackEnd);
        wanted = 0;
        self.paused(began);
        return true;
    }

    /** Stops until a collection is over. Interrupts are on. */
    static void pause() {
        Native.wr(0, Const.IO_INTERRUPT_ENABLE);
        stop();
        Native.wr(1, Const.IO_INTERRUPT_ENABLE);
    }

    /** Stops until a collection is over. Interrupts are off. */
    static void stop() {
        int number = wanted;
        if (number == 0) {
            return;
        }
        int began = Native.rd(Const.IO_CYCLES);
        Core core = Core.self();
        int words = Native.getSP() - Const.STACK_START + 1;
        Native.int2extMem(Const.STACK_START, Native.toIntArray(core.stackCopy), words);
        core.stackWords = words;
        core.stopped = number;
        while (wanted == number) {
            for (int i = 8; i > 0; --i) {
                // The memory is for the core that collects.
            }
        }
        Native.invalidate();
        core.paused(began);
    }

    /**
     * Frees everything that cannot be reached. Interrupts are off, and all other cores have stopped.
     *
     * <p>The program may have left little of the stack. Then the stack is copied to memory and the collection runs
     * from its bottom; the frame of this method stays where it is, above.
     *
     * @param stackEnd stack address behind the words that are roots: what lies above may hold references that are dead
     */
    static void collect(int stackEnd) {
        int top = Native.getSP();
        int[] copy = Native.toIntArray(Core.self().stackCopy);
        Native.int2extMem(Const.STACK_START, copy, top - Const.STACK_START + 1);
        if (top > Const.STACK_START + ROOM) {
            Native.setSP(Const.STACK_START + 8);
        }
        run(Core.self().stackCopy + 1, stackEnd - Const.STACK_START);
        Native.setSP(top);
        // Words of this frame are the ones that have not been overwritten.
        Native.ext2intMem(copy, Const.STACK_START, Native.getVP() - Const.STACK_START);
    }

    /** Collects; the words of the stack are roots as well as the static references. */
    private static void run(int stack, int words) {
        markWords(stack, stack + words);
        int pointers = Native.rdMem(1);
        int statics = Native.rdMem(pointers + Const.POINTER_REFERENCES);
        markWords(statics, statics + Native.rdMem(pointers + Const.POINTER_REFERENCE_COUNT));
        for (int i = 0; i < Core.all.length; ++i) {
            markStacks(Core.all[i]);
        }
        while (grey != LAST) {
            int handle = grey;
            grey = Native.rdMem(handle + Const.HANDLE_MARK);
            Native.wrMem(LAST, handle + Const.HANDLE_MARK);
            follow(handle);
        }
        compact();
        sweepHandles();
        // Words cached under a moved or freed handle are stale.
        Native.invalidate();
    }

    /** Marks from the stack of a core that has stopped, and from those of its other tasks. */
    private static void markStacks(Core core) {
        if (core.stopped == count) {
            markWords(core.stackCopy + 1, core.stackCopy + 1 + core.stackWords);
        }
        Task task = core.anchor;
        do {
            if (task != core.current && task.stack != null) {
                int data = Native.rdMem(Native.toInt(task.stack));
                markWords(data, data + task.top - Const.STACK_START + 1);
            }
            task = task.next;
        } while (task != core.anchor);
    }

    private static void markWords(int address, int end) {
        int limit = Heap.limit;
        int top = Heap.top;
        for (; address < end; ++address) {
            int word = Native.rdMem(address);
            if (word >= limit && word < top) {
                mark(word);
            }
        }
    }

    /** Marks a word that is a handle in use and puts it into the grey list if it was not marked before. */
    private static void mark(int word) {
        if (word >= Heap.limit && word < Heap.top && (word & Const.HANDLE_SIZE - 1) == 0
                && Native.rdMem(word) != 0 && Native.rdMem(word + Const.HANDLE_MARK) == 0) {
            Native.wrMem(grey, word + Const.HANDLE_MARK);
            grey = word;
        }
    }

    /** Marks what an object or an array refers to. */
    private static void follow(int handle) {
        int type = Native.rdMem(handle + Const.HANDLE_TYPE);
        int data = Native.rdMem(handle);
        int word1 = Native.rdMem(handle + Const.HANDLE_METHODS);
        if (type == Const.TYPE_REFERENCES) {
            markWords(data, data + word1);
        } else if (type == 0) {
            int references = Native.rdMem(word1 - Const.CLASS_METHODS + Const.CLASS_REFERENCES);
            for (; references != 0; references >>>= 1) {
                if ((references & 1) != 0) {
                    int word = Native.rdMem(data);
                    if (word != 0) {
                        mark(word);
                    }
                }
                ++data;
            }
        }
    }

    /** Moves marked blocks down over the others, whose handles become free. */
    private static void compact() {
        int end = Heap.free;
        int to = Heap.start;
        for (int from = Heap.start; from < end;) {
            int handle = Native.rdMem(from);
            int next = from + 1 + size(handle);
            if (Native.rdMem(handle + Const.HANDLE_MARK) == 0) {
                Native.wrMem(0, handle);
            } else {
                Native.wrMem(0, handle + Const.HANDLE_MARK);
                if (from == to) {
                    to = next;
                } else {
                    Native.wrMem(to + 1, handle);
                    to = move(from, next, to);
                }
            }
            from = next;
        }
        Heap.free = to;
    }

    /** Gives the lowest handles back if they are free; makes the list of all other free ones. */
    private static void sweepHandles() {
        int top = Heap.top;
        int handle = Heap.limit;
        while (handle < top && Native.rdMem(handle) == 0) {
            handle += Const.HANDLE_SIZE;
        }
        Heap.limit = handle;
        int list = 0;
        for (; handle < top; handle += Const.HANDLE_SIZE) {
            if (Native.rdMem(handle) == 0) {
                Native.wrMem(list, handle + Const.HANDLE_NEXT);
                list = handle;
            }
        }
        Heap.freeHandles = list;
    }

    /** Copies the words from {@code from} up to {@code end} down to {@code to}; gives the end of the copy. */
    private static int move(int from, int end, int to) {
        for (end -= 3; from < end; from += 4) {
            Native.wrMem(Native.rdMem(from), to);
            Native.wrMem(Native.rdMem(from + 1), to + 1);
            Native.wrMem(Native.rdMem(from + 2), to + 2);
            Native.wrMem(Native.rdMem(from + 3), to + 3);
            to += 4;
        }
        for (end += 3; from < end; ++from) {
            Native.wrMem(Native.rdMem(from), to++);
        }
        return to;
    }

    /** Words of data of an object or an array. */
    private static int size(int handle) {
        int word1 = Native.rdMem(handle + Const.HANDLE_METHODS);
        int type = Native.rdMem(handle + Const.HANDLE_TYPE);
        if (type == 0) {
            return Native.rdMem(word1 - Const.CLASS_METHODS);
        }
        return type == Const.TYPE_LONG || type == Const.TYPE_DOUBLE ? word1 << 1 : word1;
    }
}
