package com.jopdesign.sys;

/** {@code java.lang.Runtime} of our library as far as it runs beside the program; profiles give it that name. */
final class LibraryRuntime {

    private static LibraryRuntime runtime = new LibraryRuntime();

    private LibraryRuntime() {
    }

    static LibraryRuntime getRuntime() {
        if (runtime == null) {
            runtime = new LibraryRuntime();
        }
        return runtime;
    }

    void gc() {
        Heap.collect();
    }
}
