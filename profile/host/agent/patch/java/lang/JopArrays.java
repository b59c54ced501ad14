package java.lang;

import java.util.Arrays;

/** Arrays of arrays that a bytecode has made, for the routine that makes them once more. */
final class JopArrays {

    /** Lengths by level, 0 where there is no array. */
    final int[] lengths;

    /** Handle of an array, index, and handle of the array there, in the order in which they are stored. */
    private int[] stored = new int[24];
    private int count;

    JopArrays(Object array, int levels) {
        lengths = new int[levels];
        Object at = array;
        for (int level = 0; level < levels && at != null; ++level) {
            lengths[level] = JopModel.lengthOf(at);
            at = at instanceof Object[] && lengths[level] != 0 ? ((Object[]) at)[0] : null;
        }
    }

    void store(int array, int index, int value) {
        if (count == stored.length) {
            stored = Arrays.copyOf(stored, count * 2);
        }
        stored[count++] = array;
        stored[count++] = index;
        stored[count++] = value;
    }

    /** Tells which handle has which array: an array is stored behind those in it. */
    void put(int handle, Object array) {
        java.util.Map<Integer, Object> known = new java.util.HashMap<>();
        known.put(handle, array);
        JopObjects.put(handle, array);
        for (int i = count; i > 0; i -= 3) {
            Object[] outer = (Object[]) known.get(stored[i - 3]);
            Object inner = outer[stored[i - 2]];
            known.put(stored[i - 1], inner);
            JopObjects.put(stored[i - 1], inner);
        }
    }
}
