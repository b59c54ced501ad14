package com.jopdesign.sys;

/**
 * What java.lang.Object leaves to the machine.
 */
public final class ObjectSupport {

    private ObjectSupport() {
    }

    /** Handle of a copy of an object or an array. */
    public static int clone(int handle, Object object) throws CloneNotSupportedException {
        int type = Native.rdMem(handle + Const.HANDLE_TYPE);
        int word1 = Native.rdMem(handle + Const.HANDLE_METHODS);
        int size = word1;
        if (type == 0) {
            if (!(object instanceof Cloneable)) {
                throw new CloneNotSupportedException(Types.name(Types.of(handle)));
            }
            size = Native.rdMem(word1 - Const.CLASS_METHODS);
        } else if (type == Const.TYPE_LONG || type == Const.TYPE_DOUBLE) {
            size = word1 << 1;
        }
        int copy = Heap.allocate(size, word1, type, Native.rdMem(handle + Const.HANDLE_DESCRIPTOR));
        Heap.copy(object, 0, Native.toObject(copy), 0, size);
        return copy;
    }

    /** A new array of references of the type of another. */
    public static Object newArray(Object like, int length) {
        int descriptor = Native.rdMem(Native.toInt(like) + Const.HANDLE_DESCRIPTOR);
        return Native.toObject(Heap.allocate(length, length, Const.TYPE_REFERENCES, descriptor));
    }

    /** A new array of references to objects of a type, of which the program has arrays. */
    public static Object newArray(int type, int length) {
        return Native.toObject(Heap.allocate(length, length, Const.TYPE_REFERENCES, Types.arrayOf(type)));
    }

    /** Whether this is an array. */
    public static boolean isArray(Object object) {
        return Native.rdMem(Native.toInt(object) + Const.HANDLE_TYPE) != 0;
    }

    /** The text of an object whose class says nothing else. */
    public static String toString(Object object) {
        int hash = isArray(object) ? System.identityHashCode(object) : object.hashCode();
        return Types.name(Types.of(Native.toInt(object))) + "@" + Integer.toHexString(hash);
    }
}
