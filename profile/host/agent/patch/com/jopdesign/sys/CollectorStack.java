package com.jopdesign.sys;

/**
 * The stack as {@link Heap} and {@link Collector} see it, in place of class Native there: frames of the running contexts, and the
 * references that only the stack holds. The copy that the collector makes of it is where the heap gets the program's objects.
 */
public final class CollectorStack {

    private static final int[] NO_COPY = {};

    private CollectorStack() {
    }

    /** Where the locals of the running method would begin. */
    public static int getVP() {
        return Const.STACK_START + JopObjects.stackWords(false);
    }

    /** Where the stack of the running method would end. */
    public static int getSP() {
        return Const.STACK_START + JopObjects.stackWords(true);
    }

    public static void setSP(int address) {
    }

    public static int[] toIntArray(int handle) {
        return NO_COPY;
    }

    /** A collection begins. */
    public static void int2extMem(int from, int[] copy, int words) {
        JopObjects.beforeCollection(words);
    }

    /** It ends. */
    public static void ext2intMem(int[] copy, int to, int words) {
        JopObjects.afterCollection();
    }

    /** A collection that nothing is told of but that it was: nothing is alive behind it. */
    public static void empty(int stackEnd) {
        JopObjects.count();
        Heap.free = Heap.start;
        Heap.limit = Heap.top;
        Heap.freeHandles = 0;
    }
}
