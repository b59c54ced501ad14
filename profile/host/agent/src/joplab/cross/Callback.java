package joplab.cross;

import java.util.ArrayList;
import java.util.List;
import joplab.cross.api.CountedThread;
import joplab.cross.api.Listener;

/** Calls the user's listener. */
final class Callback implements JopEvents.Handler {

    private final Listener listener;
    private final Views views;
    private volatile boolean reported;

    private Callback(Listener listener, Views views) {
        this.listener = listener;
        this.views = views;
    }

    /** Makes the listener of this name; the message of the exception says why there is none. */
    static Callback of(String name, Views views) {
        try {
            Class<?> type = Class.forName(name, true, ClassLoader.getSystemClassLoader());
            Object made = type.getConstructor().newInstance();
            if (made instanceof Listener) {
                return new Callback((Listener) made, views);
            }
            throw new IllegalArgumentException("it does not implement " + Listener.class.getName());
        } catch (ClassNotFoundException none) {
            throw new IllegalArgumentException("no such class on the class path of the program");
        } catch (NoSuchMethodException | InstantiationException | IllegalAccessException none) {
            throw new IllegalArgumentException("it is no public class with a public constructor without parameters");
        } catch (java.lang.reflect.InvocationTargetException failed) {
            throw new IllegalArgumentException("its constructor threw " + failed.getCause());
        } catch (LinkageError failed) {
            throw new IllegalArgumentException("it cannot be loaded: " + failed);
        }
    }

    @Override
    public void reached(JopThread thread, long running) {
        try {
            listener.reached(views.thread(thread, running));
        } catch (Throwable problem) {
            report(problem);
        }
    }

    /** Tells the listener that the program has ended. */
    void ended() {
        JopThread[] threads = JopThreads.acquire();
        try {
            List<CountedThread> all = new ArrayList<>();
            for (JopThread thread : threads) {
                all.add(views.thread(thread, 0));
            }
            listener.ended(all);
        } catch (Throwable problem) {
            report(problem);
        } finally {
            JopThreads.release();
        }
    }

    private void report(Throwable problem) {
        if (!reported) {
            reported = true;
            System.err.println("jop: the callback " + listener.getClass().getName() + " threw " + problem
                    + "; further exceptions of it are not reported");
        }
    }
}
