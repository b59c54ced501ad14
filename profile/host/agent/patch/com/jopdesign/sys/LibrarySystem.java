package com.jopdesign.sys;

/** {@code java.lang.System} of our library as far as it runs beside the program; profiles give it that name. */
final class LibrarySystem {

    private LibrarySystem() {
    }

    static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int count) {
        ArrayCopy.copy(from, fromIndex, to, toIndex, count);
    }

    static void gc() {
        LibraryRuntime.getRuntime().gc();
    }
}
