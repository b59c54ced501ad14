package java.lang;

/** Handles of what a thread has allocated and what is not there yet, or its constructor has not ended, the last one last. */
final class JopUnfinished {

    private int[] handles = new int[8];
    private long[] contexts = new long[8];
    private int count;

    /** A method allocates an object or an array. */
    void begin(int handle, long context) {
        if (count == handles.length) {
            handles = java.util.Arrays.copyOf(handles, count * 2);
            contexts = java.util.Arrays.copyOf(contexts, count * 2);
        }
        handles[count] = handle;
        contexts[count++] = context;
    }

    /** An array of a method is there, or the constructor of an object has ended: the handle, or 0. What callees left came to nothing. */
    int end(long context) {
        while (count > 0) {
            --count;
            if (contexts[count] == context) {
                return handles[count];
            }
            JopObjects.put(handles[count], null);
        }
        return 0;
    }

    /** A method handles an exception: nothing that it or its callees were making will be. */
    void handle(long context) {
        while (count > 0 && !isAbove(contexts[count - 1], context)) {
            JopObjects.put(handles[--count], null);
        }
    }

    private static boolean isAbove(long caller, long context) {
        for (long at = JopNode.parent(context); at != 0; at = JopNode.parent(at)) {
            if (at == caller) {
                return true;
            }
        }
        return false;
    }
}
