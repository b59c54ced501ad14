package java.lang;

/** Handles of what a thread has allocated and what is not there yet, or its constructor has not ended, the last one last. */
final class JopUnfinished {

    private int[] handles = new int[8];
    private JopContext[] contexts = new JopContext[8];
    private int count;

    /** A method allocates an object or an array. */
    void begin(int handle, JopContext context) {
        if (count == handles.length) {
            handles = java.util.Arrays.copyOf(handles, count * 2);
            contexts = java.util.Arrays.copyOf(contexts, count * 2);
        }
        handles[count] = handle;
        contexts[count++] = context;
    }

    /** An array of a method is there, or the constructor of an object has ended: the handle, or 0. What callees left came to nothing. */
    int end(JopContext context) {
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
    void handle(JopContext context) {
        while (count > 0 && !isAbove(contexts[count - 1], context)) {
            JopObjects.put(handles[--count], null);
        }
    }

    private static boolean isAbove(JopContext caller, JopContext context) {
        for (JopContext at = context.parent; at != null; at = at.parent) {
            if (at == caller) {
                return true;
            }
        }
        return false;
    }
}
