package com.jopdesign.sys;

/**
 * Arrays of arrays (bytecode multianewarray).
 */
final class MultiArray {

    private MultiArray() {
    }

    /**
     * Creates an array and, level by level, the arrays in it.
     *
     * @param type array descriptor
     * @param length stack address of the length; those of the levels below follow
     * @param end stack address behind the last length
     */
    static int create(int type, int length, int end) {
        int component = Native.rdMem(type + Const.CLASS_COMPONENT);
        int count = Native.rdIntMem(length++);
        if (component == 0) {
            return JVM.f_newarray(count, Native.rdMem(type + Const.CLASS_ELEMENT_TYPE));
        }
        int array = Heap.allocate(count, count, Const.TYPE_REFERENCES, type);
        if (length < end) {
            for (int i = 0; i < count; ++i) {
                Native.arrayStore(array, i, create(component, length, end));
            }
        }
        return array;
    }
}
