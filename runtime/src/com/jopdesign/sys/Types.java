package com.jopdesign.sys;

/**
 * Run-time types. A type is the address of a class structure or of an array descriptor; the type of an array of
 * primitives that no linked code names is its element type code (docs/image-extensions.md).
 */
public final class Types {

    private static final int ENTRY_SIZE = 4;

    /** Number of element type codes: addresses of classes and descriptors are larger. */
    private static final int CODES = 12;

    /** The last answer of {@link #arrayOf}: type and descriptor in one word, so that threads see both or none. */
    private static int lastPair;

    private Types() {
    }

    /** Type of an object or an array. */
    public static int of(int handle) {
        int type = Native.rdMem(handle + Const.HANDLE_TYPE);
        if (type == 0) {
            return Native.rdMem(handle + Const.HANDLE_METHODS) - Const.CLASS_METHODS;
        }
        int descriptor = Native.rdMem(handle + Const.HANDLE_DESCRIPTOR);
        return descriptor == 0 ? type : descriptor;
    }

    /** Whether a value of one type may stand where the other is asked for. */
    public static boolean isSubtype(int type, int wanted) {
        while (type != wanted) {
            if (type < CODES || wanted < CODES) {
                return false;
            }
            if (isArray(wanted)) {
                // Only arrays of references vary with their elements; two primitive arrays would be the same type.
                if (!isArray(type) || Native.rdMem(type + Const.CLASS_COMPONENT) == 0
                        || Native.rdMem(wanted + Const.CLASS_COMPONENT) == 0) {
                    return false;
                }
                type = Native.rdMem(type + Const.CLASS_COMPONENT);
                wanted = Native.rdMem(wanted + Const.CLASS_COMPONENT);
            } else {
                return isSubclass(type, wanted);
            }
        }
        return true;
    }

    private static boolean isSubclass(int type, int wanted) {
        int parent = Native.rdMem(wanted + Const.CLASS_SUPER);
        if (parent < 0) {
            return implementsInterface(type, -parent);
        }
        if (parent == 0) {
            // Object, also above interfaces.
            return true;
        }
        while (type > 0) {
            if (type == wanted) {
                return true;
            }
            type = Native.rdMem(type + Const.CLASS_SUPER);
        }
        return false;
    }

    /** Whether a class implements the interface with a number (spec 11 section 8, "Interfaces"). */
    static boolean implementsInterface(int type, int number) {
        int table = Native.rdMem(type + Const.CLASS_INTERFACES);
        return table != 0 && (Native.rdMem(table - (number + 31 >> 5)) >>> (number - 1 & 31) & 1) != 0;
    }

    /** Whether the type is an array descriptor: they lie behind all classes. */
    static boolean isArray(int type) {
        int table = LinkInfo.classTable;
        int last = Native.rdMem(table + 1 + (Native.rdMem(table) - 1) * ENTRY_SIZE);
        return type > last;
    }

    /** Entry of a class in the class table, or 0. */
    private static int find(int type) {
        int table = LinkInfo.classTable;
        int low = 0;
        int high = Native.rdMem(table) - 1;
        while (low <= high) {
            int middle = low + high >> 1;
            int entry = table + 1 + (middle << 2);
            int address = Native.rdMem(entry);
            if (address == type) {
                return entry;
            }
            if (address < type) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return 0;
    }

    /** Descriptor of the arrays whose elements have a type, or 0. */
    public static int arrayOf(int type) {
        int pair = lastPair;
        if (pair >>> 16 == type) {
            return (char) pair;
        }
        int entry = find(type);
        int descriptor = entry != 0 ? Native.rdMem(entry + 2) : Native.rdMem(type + Const.CLASS_ARRAY);
        if ((type | descriptor) >>> 16 == 0) {
            lastPair = type << 16 | descriptor;
        }
        return descriptor;
    }

    /** Name of a type as Class.getName() gives it. */
    public static String name(int type) {
        if (type < CODES) {
            return "[" + "????ZCFDBSIJ".charAt(type);
        }
        int entry = find(type);
        return text(entry == 0 ? Native.rdMem(type + Const.CLASS_NAME) : Native.rdMem(entry + 1));
    }

    /** A packed text of the linker as a new string. */
    static String text(int address) {
        int head = Native.rdMem(address++);
        char[] text = new char[head >>> 1];
        int bits = (head & 1) == 0 ? 8 : 16;
        int mask = (1 << bits) - 1;
        for (int i = 0, bit = 0; i < text.length; ++i, bit += bits) {
            text[i] = (char) (Native.rdMem(address + (bit >> 5)) >>> (bit & 31) & mask);
        }
        String string = new String();
        // Takes the array over without a copy: it is the first field (docs/image-extensions.md, "String literals").
        Native.putField(Native.toInt(string), 0, Native.toInt(text));
        return string;
    }

    /** Handle of the class literal that the linker made for a type, or 0. */
    public static int literal(int type) {
        if (type < CODES) {
            return 0;
        }
        int entry = find(type);
        return entry == 0 ? Native.rdMem(type + 7) : Native.rdMem(entry + 3) & -Const.HANDLE_SIZE;
    }

    /** Whether a type is an interface. */
    public static boolean isInterface(int type) {
        return type >= CODES && Native.rdMem(type + Const.CLASS_SUPER) < 0;
    }

    /** Type of the superclass, or 0. */
    public static int superclass(int type) {
        int parent = type < CODES ? 0 : Native.rdMem(type + Const.CLASS_SUPER);
        return parent < 0 ? 0 : parent;
    }

    /** Text of a ClassCastException, in the host's words. */
    static String castMessage(int from, int to) {
        String fromName = name(from);
        String toName = name(to);
        boolean fromBase = isBase(fromName);
        boolean toBase = isBase(toName);
        String head = "class " + fromName + " cannot be cast to class " + toName + " (" + fromName;
        if (fromBase == toBase) {
            return head + " and " + toName + " are in " + module(fromBase) + ")";
        }
        return head + " is in " + module(fromBase) + "; " + toName + " is in " + module(toBase) + ")";
    }

    private static boolean isBase(String name) {
        int dimensions = 0;
        while (name.charAt(dimensions) == '[') {
            ++dimensions;
        }
        return name.startsWith("java.", dimensions == 0 ? 0 : dimensions + 1)
                || dimensions > 0 && name.charAt(dimensions) != 'L';
    }

    private static String module(boolean base) {
        return base ? "module java.base of loader 'bootstrap'" : "unnamed module of loader 'app'";
    }
}
