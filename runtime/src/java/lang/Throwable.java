package java.lang;

import com.jopdesign.sys.MethodTable;
import com.jopdesign.sys.StackWalker;
import java.io.PrintStream;

/**
 * What can be thrown. Keeps the calls under way when it was created; names and lines are looked up
 * when a trace is printed.
 */
public class Throwable {

    private String message;

    /** This object itself as long as no cause was given. */
    private Throwable cause = this;

    /** Method structure and pc of each call, innermost first; null if it was not kept. */
    private int[] trace;

    private Throwable[] suppressed;

    /** Without message. */
    public Throwable() {
        fillInStackTrace();
    }

    /** With a message. */
    public Throwable(String message) {
        this.message = message;
        fillInStackTrace();
    }

    /** With a message and a cause. */
    public Throwable(String message, Throwable cause) {
        this.message = message;
        this.cause = cause;
        fillInStackTrace();
    }

    /** With a cause, whose text becomes the message. */
    public Throwable(Throwable cause) {
        this.message = cause == null ? null : cause.toString();
        this.cause = cause;
        fillInStackTrace();
    }

    /** With all parts; a trace that is not writable is never filled. */
    protected Throwable(String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
        this.message = message;
        this.cause = cause;
        if (writableStackTrace) {
            fillInStackTrace();
        }
    }

    /** Keeps the calls that are under way now, if there is stack enough. */
    public Throwable fillInStackTrace() {
        int frame = StackWalker.frameBelow(this);
        if (frame != 0) {
            int[] calls = new int[StackWalker.traceLength(frame)];
            StackWalker.trace(frame, calls);
            trace = calls;
        }
        return this;
    }

    /** The message, or null. */
    public String getMessage() {
        return message;
    }

    /** The message, or null. */
    public String getLocalizedMessage() {
        return getMessage();
    }

    /** The cause, or null. */
    public Throwable getCause() {
        return cause == this ? null : cause;
    }

    /** Sets the cause, once. */
    public Throwable initCause(Throwable cause) {
        if (this.cause != this) {
            throw new IllegalStateException("Can't overwrite cause");
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted");
        }
        this.cause = cause;
        return this;
    }

    /** Adds an exception that this one has hidden. */
    public final void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw new IllegalArgumentException("Self-suppression not permitted");
        }
        if (exception == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        int count = suppressed == null ? 0 : suppressed.length;
        Throwable[] longer = new Throwable[count + 1];
        for (int i = 0; i < count; ++i) {
            longer[i] = suppressed[i];
        }
        longer[count] = exception;
        suppressed = longer;
    }

    /** The exceptions that this one has hidden. */
    public final Throwable[] getSuppressed() {
        return suppressed == null ? new Throwable[0] : suppressed.clone();
    }

    /** The calls that were under way, innermost first, without those of the runtime's own part. */
    public StackTraceElement[] getStackTrace() {
        int[] calls = trace;
        int count = 0;
        for (int i = 0; calls != null && i < calls.length; i += 2) {
            if (!MethodTable.isInternal(MethodTable.find(calls[i]))) {
                ++count;
            }
        }
        StackTraceElement[] elements = new StackTraceElement[count];
        int n = 0;
        for (int i = 0; n < count; i += 2) {
            int entry = MethodTable.find(calls[i]);
            if (!MethodTable.isInternal(entry)) {
                elements[n++] = new StackTraceElement(MethodTable.className(entry), MethodTable.methodName(entry),
                        MethodTable.fileName(entry), MethodTable.line(entry, calls[i + 1]));
            }
        }
        return elements;
    }

    /** Prints this and its trace to the error output. */
    public void printStackTrace() {
        printStackTrace(System.err);
    }

    /** Prints this, its trace and its causes, in the host's format. */
    public void printStackTrace(PrintStream out) {
        out.println(this);
        printTrace(out, 0);
        Throwable outer = this;
        for (Throwable inner = getCause(); inner != null; inner = inner.getCause()) {
            out.print("Caused by: ");
            out.println(inner);
            inner.printTrace(out, commonCalls(inner.trace, outer.trace));
            outer = inner;
        }
    }

    private void printTrace(PrintStream out, int common) {
        if (trace != null) {
            int end = trace.length - (common << 1);
            for (int i = 0; i < end; i += 2) {
                MethodTable.printFrame(out, trace[i], trace[i + 1]);
            }
            int hidden = 0;
            for (int i = end; i < trace.length; i += 2) {
                if (!MethodTable.isInternal(MethodTable.find(trace[i]))) {
                    ++hidden;
                }
            }
            if (hidden != 0) {
                out.print("\t... ");
                out.print(hidden);
                out.println(" more");
            }
        }
        for (int i = 0; suppressed != null && i < suppressed.length; ++i) {
            Throwable hidden = suppressed[i];
            out.print("\tSuppressed: ");
            out.println(hidden);
            hidden.printSuppressed(out, commonCalls(hidden.trace, trace));
        }
    }

    private void printSuppressed(PrintStream out, int common) {
        int end = trace == null ? 0 : trace.length - (common << 1);
        for (int i = 0; i < end; i += 2) {
            if (!MethodTable.isInternal(MethodTable.find(trace[i]))) {
                out.print('\t');
                MethodTable.printFrame(out, trace[i], trace[i + 1]);
            }
        }
        if (common > 0) {
            out.print("\t\t... ");
            out.print(common - 1);
            out.println(" more");
        }
    }

    /** Number of outermost calls, compared by method and line, that two traces have in common. */
    private static int commonCalls(int[] inner, int[] outer) {
        int common = 0;
        if (inner != null && outer != null) {
            int i = inner.length - 2;
            for (int o = outer.length - 2; i >= 0 && o >= 0 && inner[i] == outer[o]; o -= 2) {
                int entry = MethodTable.find(inner[i]);
                if (entry != 0 && MethodTable.line(entry, inner[i + 1]) != MethodTable.line(entry, outer[o + 1])) {
                    break;
                }
                ++common;
                i -= 2;
            }
        }
        return common;
    }

    @Override
    public String toString() {
        String text = getLocalizedMessage();
        String name = getClass().getName();
        return text == null ? name : name + ": " + text;
    }
}
