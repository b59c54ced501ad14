package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import jdk.internal.misc.Unsafe;

/**
 * The scheduler of our library on the host: a thread of the host for each task (class Task of the runtime), and the host's
 * monitors. Who runs when is the host's choice.
 */
public final class JopTasks {

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Threads by their tasks, and the other way round. */
    private static final Map<Object, Thread> THREADS = Collections.synchronizedMap(new WeakHashMap<>());
    private static final ThreadLocal<Object> TASK = new ThreadLocal<>();

    private static int stackWords;

    private JopTasks() {
    }

    static void init(int wordsOfStack) {
        stackWords = wordsOfStack;
    }

    /** Words that a task keeps of its stack. */
    public static int stackWords() {
        return stackWords;
    }

    private static Class<?> task() throws ClassNotFoundException {
        return JopHost.find("jop.com.jopdesign.sys.Task");
    }

    private static Field field(String name) throws ReflectiveOperationException {
        return JopHost.field(task(), name);
    }

    private static Object get(Object task, String name) {
        long context = JopProfile.suspend();
        try {
            return field(name).get(task);
        } catch (ReflectiveOperationException impossible) {
            throw new InternalError(impossible);
        } finally {
            JopProfile.resume(context);
        }
    }

    private static void set(Object task, String name, Object value) {
        long context = JopProfile.suspend();
        try {
            field(name).set(task, value);
        } catch (ReflectiveOperationException impossible) {
            throw new InternalError(impossible);
        } finally {
            JopProfile.resume(context);
        }
    }

    /** The task that runs. */
    public static Object current() {
        Object task = TASK.get();
        if (task == null) {
            task = ofMain();
            TASK.set(task);
            THREADS.put(task, Thread.currentThread());
        }
        return task;
    }

    /** The task of a thread that was there before anybody asked for tasks. */
    private static Object ofMain() {
        long context = JopProfile.suspend();
        try {
            Object task = UNSAFE.allocateInstance(task());
            field("name").set(task, JopHost.string("main"));
            field("priority").setInt(task, Thread.NORM_PRIORITY);
            field("next").set(task, task);
            return task;
        } catch (ReflectiveOperationException impossible) {
            throw new InternalError(impossible);
        } finally {
            JopProfile.resume(context);
        }
    }

    /** Starts a task. */
    public static void start(Object task) {
        current();
        Object next = get(task, "next");
        long context = JopProfile.suspend();
        try {
            if (next != null) {
                throw JopHost.thrown(new IllegalThreadStateException());
            }
            set(task, "next", task);
            Thread thread = new Thread(() -> run(task), JopHost.text(get(task, "name")));
            thread.setDaemon((Boolean) get(task, "daemon"));
            THREADS.put(task, thread);
            thread.start();
        } catch (Throwable thrown) {
            UNSAFE.throwException(thrown);
        } finally {
            JopProfile.resume(context);
        }
    }

    /** The whole life of a thread. */
    private static void run(Object task) {
        TASK.set(task);
        Object body = get(task, "body");
        try {
            JopHost.find("jop.java.lang.Runnable").getMethod("run").invoke(body);
        } catch (InvocationTargetException uncaught) {
            JopHost.report(Thread.currentThread().getName(), uncaught.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new InternalError(impossible);
        } finally {
            set(task, "dead", true);
        }
    }

    /** Waits for the end of a task, or until a number of milliseconds that is not 0 has gone by. */
    public static void join(Object task, long milliseconds) throws InterruptedException {
        Thread thread = THREADS.get(task);
        if (thread != null && thread.isAlive()) {
            waiting(() -> thread.join(milliseconds));
        }
    }

    /** {@code Object.wait}. */
    public static void await(Object object, long milliseconds) throws InterruptedException {
        waiting(() -> object.wait(milliseconds));
    }

    public static void sleep(long milliseconds) throws InterruptedException {
        waiting(() -> Thread.sleep(milliseconds));
    }

    public static void yield() {
        Thread.yield();
    }

    /** {@code Object.notify} and {@code Object.notifyAll}. */
    public static void signal(Object object, boolean all) {
        if (all) {
            object.notifyAll();
        } else {
            object.notify();
        }
    }

    /** {@code Thread.interrupt}. */
    public static void interrupt(Object task) {
        set(task, "interrupted", true);
        Thread thread = THREADS.get(task);
        if (thread != null) {
            thread.interrupt();
        }
    }

    private interface Wait {
        void run() throws InterruptedException;
    }

    /** Waits; an interruption is an exception of our library, and is forgotten by it. */
    private static void waiting(Wait wait) {
        Object task = current();
        if (!(Boolean) get(task, "interrupted")) {
            // Whoever asked whether it was interrupted has cleared it in the task alone.
            Thread.interrupted();
            if ((Boolean) get(task, "interrupted")) {
                Thread.currentThread().interrupt();
            }
        }
        try {
            wait.run();
        } catch (InterruptedException interrupted) {
            set(task, "interrupted", false);
            UNSAFE.throwException(JopHost.thrown(new InterruptedException()));
        }
    }
}
