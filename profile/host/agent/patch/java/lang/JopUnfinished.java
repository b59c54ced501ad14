package java.lang;

/** Handles of objects that a thread has allocated and whose constructors have not ended, the last one last. */
final class JopUnfinished {

    private int[] handles = new int[8];
    private JopContext[] contexts = new JopContext[8];
    private int count;

    /** A method allocates an object. */
    void begin(int handle, JopContext context) {
        if (count == handles.length) {
            handles = java.util.Arrays.copyOf(handles, count * 2);
            contexts = java.util.Arrays.copyOf(contexts, count * 2);
        }
        handles[count] = handle;
        contexts[count++] = context;
    }

    /** A constructor that a method called has ended: the handle of its object, or 0. What callees left there came to nothing. */
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
