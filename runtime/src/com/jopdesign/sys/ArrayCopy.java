package com.jopdesign.sys;

/** System.arraycopy: its checks, in the host's order and words, then {@link Heap#copy}. */
public final class ArrayCopy {

    private ArrayCopy() {
    }

    /** Copies elements from one array to another, or within one. */
    public static void copy(Object from, int fromIndex, Object to, int toIndex, int count) {
        if (from == null || to == null) {
            throw new NullPointerException();
        }
        int source = Native.toInt(from);
        int target = Native.toInt(to);
        int type = Native.rdMem(source + Const.HANDLE_TYPE);
        if (type != Native.rdMem(target + Const.HANDLE_TYPE) || type == 0) {
            throw new ArrayStoreException(mismatch(source, target));
        }
        if ((fromIndex | toIndex | count) < 0
                || count > Native.rdMem(source + Const.HANDLE_METHODS) - fromIndex
                || count > Native.rdMem(target + Const.HANDLE_METHODS) - toIndex) {
            throw new ArrayIndexOutOfBoundsException(
                    bounds(source, fromIndex, target, toIndex, count));
        }
        if (type == Const.TYPE_LONG || type == Const.TYPE_DOUBLE) {
            fromIndex <<= 1;
            toIndex <<= 1;
            count <<= 1;
        } else if (type == Const.TYPE_REFERENCES) {
            int wanted = Native.rdMem(target + Const.HANDLE_DESCRIPTOR);
            int given = Native.rdMem(source + Const.HANDLE_DESCRIPTOR);
            if (given != wanted && given != 0 && wanted != 0 && !Types.isSubtype(given, wanted)) {
                copyChecked((Object[]) from, fromIndex, (Object[]) to, toIndex, count);
                return;
            }
        }
        Heap.copy(from, fromIndex, to, toIndex, count);
    }

    /** Copies elements up to the first that the target may not hold; the arrays are different ones. */
    private static void copyChecked(Object[] from, int fromIndex, Object[] to, int toIndex, int count) {
        int component = Native.rdMem(Types.of(Native.toInt(to)) + Const.CLASS_COMPONENT);
        for (int i = 0; i < count; ++i) {
            Object element = from[fromIndex + i];
            if (element != null && !Types.isSubtype(Types.of(Native.toInt(element)), component)) {
                throw new ArrayStoreException("arraycopy: element type mismatch: can not cast one of the elements of "
                        + sourceName(Types.of(Native.toInt(from))) + " to the type of the destination array, "
                        + sourceName(component));
            }
            to[toIndex + i] = element;
        }
    }

    /** Name of a type as the source has it. */
    private static String sourceName(int type) {
        String brackets = "";
        while (Types.isArray(type)) {
            brackets = brackets + "[]";
            int component = Native.rdMem(type + Const.CLASS_COMPONENT);
            if (component == 0) {
                return elements(Native.rdMem(type + Const.CLASS_ELEMENT_TYPE)) + brackets;
            }
            type = component;
        }
        return Types.name(type) + brackets;
    }

    private static String mismatch(int source, int target) {
        int type = Native.rdMem(source + Const.HANDLE_TYPE);
        if (type == 0) {
            return "arraycopy: source type " + Types.name(Types.of(source)) + " is not an array";
        }
        int wanted = Native.rdMem(target + Const.HANDLE_TYPE);
        if (wanted == 0) {
            return "arraycopy: destination type " + Types.name(Types.of(target)) + " is not an array";
        }
        return "arraycopy: type mismatch: can not copy " + elements(type) + "[] into " + elements(wanted) + "[]";
    }

    private static String bounds(int source, int fromIndex, int target, int toIndex, int count) {
        String of = " out of bounds for ";
        if (fromIndex < 0) {
            return "arraycopy: source index " + fromIndex + of + size(source);
        }
        if (toIndex < 0) {
            return "arraycopy: destination index " + toIndex + of + size(target);
        }
        if (count < 0) {
            return "arraycopy: length " + count + " is negative";
        }
        if (count > Native.rdMem(source + Const.HANDLE_METHODS) - fromIndex) {
            return "arraycopy: last source index " + Integer.toUnsignedString(fromIndex + count) + of + size(source);
        }
        return "arraycopy: last destination index " + Integer.toUnsignedString(toIndex + count) + of + size(target);
    }

    private static String size(int array) {
        return elements(Native.rdMem(array + Const.HANDLE_TYPE)) + "["
                + Native.rdMem(array + Const.HANDLE_METHODS) + "]";
    }

    private static String elements(int type) {
        switch (type) {
            case Const.TYPE_BOOLEAN:
                return "boolean";
            case Const.TYPE_CHAR:
                return "char";
            case Const.TYPE_FLOAT:
                return "float";
            case Const.TYPE_DOUBLE:
                return "double";
            case Const.TYPE_BYTE:
                return "byte";
            case Const.TYPE_SHORT:
                return "short";
            case Const.TYPE_INT:
                return "int";
            case Const.TYPE_LONG:
                return "long";
            default:
                return "object array";
        }
    }
}
