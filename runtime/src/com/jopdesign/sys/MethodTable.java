package com.jopdesign.sys;

/**
 * Names and lines of linked methods, from the linker's method table (docs/image-runtime.md), which is in the image only
 * if linked code comes here.
 *
 * <p>A method is named by the address of its entry in the table, 0 meaning unknown.
 */
public final class MethodTable {

    private static final int ENTRY_SIZE = 6;

    private MethodTable() {
    }

    /** Entry of the method whose method structure is given, or 0. */
    public static int find(int method) {
        int table = LinkInfo.methodTable;
        if (table == 0) {
            return 0;
        }
        int code = Native.rdMem(method) >>> 10;
        int low = 0;
        int high = Native.rdMem(table) - 1;
        while (low <= high) {
            int middle = low + high >> 1;
            int entry = table + 1 + middle * ENTRY_SIZE;
            int start = Native.rdMem(entry);
            if (start == code) {
                return entry;
            }
            if (start < code) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return 0;
    }

    /** Name of the class that declares the method. */
    public static String className(int entry) {
        return Types.text(Native.rdMem(entry + 2));
    }

    /** Name of the method. */
    public static String methodName(int entry) {
        return Types.text(Native.rdMem(entry + 3));
    }

    /** Name of the source file, or null. */
    public static String fileName(int entry) {
        int text = Native.rdMem(entry + 4);
        return text == 0 ? null : Types.text(text);
    }

    /** Source line of a byte of the code, or -1. */
    public static int line(int entry, int pc) {
        int table = Native.rdMem(entry + 5);
        int line = -1;
        if (table != 0) {
            int end = table + Native.rdMem(table);
            while (table < end) {
                int word = Native.rdMem(++table);
                if (word >>> 16 > pc) {
                    break;
                }
                line = word & 0xffff;
            }
        }
        return line;
    }

    /** Whether the method belongs to the runtime's own part, which traces do not show. */
    public static boolean isInternal(int entry) {
        return entry == 0 || className(entry).startsWith("com.jopdesign.sys.");
    }
}
