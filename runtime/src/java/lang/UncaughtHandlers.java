package java.lang;

import com.jopdesign.sys.JVMHelp;

/** Which threads have a handler for exceptions that they do not catch: few have one, so a thread has no field for it. */
final class UncaughtHandlers implements Runnable {

    private static UncaughtHandlers first;
    private static Thread.UncaughtExceptionHandler otherwise;

    private final Thread thread;
    private final UncaughtHandlers next;
    private Thread.UncaughtExceptionHandler handler;

    private UncaughtHandlers(Thread thread, UncaughtHandlers next) {
        this.thread = thread;
        this.next = next;
    }

    private static UncaughtHandlers find(Thread thread) {
        UncaughtHandlers entry = first;
        while (entry != null && entry.thread != thread) {
            entry = entry.next;
        }
        return entry;
    }

    static synchronized void set(Thread thread, Thread.UncaughtExceptionHandler handler) {
        UncaughtHandlers entry = find(thread);
        if (entry == null) {
            entry = new UncaughtHandlers(thread, first);
            first = entry;
            JVMHelp.reporter = entry;
        }
        entry.handler = handler;
    }

    static synchronized Thread.UncaughtExceptionHandler of(Thread thread) {
        UncaughtHandlers entry = find(thread);
        return entry == null ? null : entry.handler;
    }

    static synchronized void setDefault(Thread.UncaughtExceptionHandler handler) {
        otherwise = handler;
        if (JVMHelp.reporter == null) {
            JVMHelp.reporter = new UncaughtHandlers(null, null);
        }
    }

    static Thread.UncaughtExceptionHandler ofDefault() {
        return otherwise;
    }

    /** Lets the handler of the running thread see the exception; prints it if there is none. */
    @Override
    public void run() {
        Throwable exception = JVMHelp.takeException();
        Thread current = Thread.currentThread();
        Thread.UncaughtExceptionHandler own = of(current);
        if (own == null) {
            own = otherwise;
        }
        if (own == null) {
            System.err.print("Exception in thread \"" + current.getName() + "\" ");
            exception.printStackTrace();
            return;
        }
        try {
            own.uncaughtException(current, exception);
        } catch (Throwable e) {
            System.err.println();
            System.err.println("Exception: " + e.getClass().getName()
                    + " thrown from the UncaughtExceptionHandler in thread \"" + current.getName() + "\"");
        }
    }
}
