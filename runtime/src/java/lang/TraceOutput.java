package java.lang;

/**
 * Where a stack trace goes that the simulator cannot print: a stream of the program. Only its subclasses need the names and
 * lines of methods in the image, so a program that prints no such trace has none.
 */
abstract class TraceOutput {

    /** Prints one line. */
    abstract void println(String line);

    /**
     * Prints the calls of {@code thrown}, each in a line, and how many more there are that those of the exception it
     * belongs to, if any, have in common.
     */
    void printCalls(Throwable thrown, Throwable outer, String prefix) {
        StackTraceElement[] calls = thrown.getStackTrace();
        int end = calls.length;
        if (outer != null) {
            StackTraceElement[] enclosing = outer.getStackTrace();
            for (int i = enclosing.length; end > 0 && i > 0 && calls[end - 1].equals(enclosing[i - 1]); --i) {
                --end;
            }
        }
        for (int i = 0; i < end; ++i) {
            println(prefix + "\tat " + calls[i]);
        }
        if (end < calls.length) {
            println(prefix + "\t... " + (calls.length - end) + " more");
        }
    }
}
