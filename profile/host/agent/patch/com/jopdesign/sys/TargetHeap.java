package com.jopdesign.sys;

/** The heap of the routines for a library that runs on the host: what it copies and allocates is counted here. */
public final class TargetHeap {

    private TargetHeap() {
    }

    /** Copies nothing: where the words would lie there is no memory. */
    public static void copy(Object from, int fromOffset, Object to, int toOffset, int words) {
        int source = Routines.source(from, to);
        Heap.copy(from, source + fromOffset, to, Routines.target(from, to, source) + toOffset, words);
    }

    public static int allocate(int size, int word, int type, int descriptor) {
        synchronized (Routines.HEAP) {
            Routines.mend();
            return Heap.allocate(size, word, type, descriptor);
        }
    }

    /** An object of a class. */
    public static void make(int type) {
        JVM.f_new(type);
    }

    /** An array of ints. */
    public static void makeWords(int count) {
        JVM.f_newarray(count, Const.TYPE_INT);
    }

    /** An array of references to objects of a class. */
    public static void makeReferences(int count, int type) {
        JVM.f_anewarray(count, type);
    }

    public static void collect() {
        synchronized (Routines.HEAP) {
            Routines.mend();
            Heap.collect();
        }
    }

    public static int freeWords() {
        return Heap.freeWords();
    }

    public static int totalWords() {
        return Heap.totalWords();
    }
}
