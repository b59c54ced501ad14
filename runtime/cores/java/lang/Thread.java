package java.lang;

import com.jopdesign.sys.Scheduler;
import com.jopdesign.sys.Task;
import java.util.Objects;

/**
 * A thread of control. It starts on the next core by turns and stays there; threads of one core run by turns, those of higher priority first.
 */
public class Thread implements Runnable {

    /** The lowest priority. */
    public static final int MIN_PRIORITY = 1;
    /** The priority of a thread whose creator has it. */
    public static final int NORM_PRIORITY = 5;
    /** The highest priority. */
    public static final int MAX_PRIORITY = 10;

    private final Task task;
    private final Runnable target;
    private final long id;
    private int priority;
    private boolean daemon;

    /** A thread that does what its own run method says. */
    public Thread() {
        this(null, null);
    }

    /** A thread that runs something. */
    public Thread(Runnable target) {
        this(target, null);
    }

    /** A thread with a name. */
    public Thread(String name) {
        this(null, name);
    }

    /** A thread with a name that runs something. */
    public Thread(Runnable target, String name) {
        Thread creator = currentThread();
        task = new Task(this);
        task.owner = this;
        this.target = target;
        task.name = name != null ? name : "Thread-" + Scheduler.nextName();
        id = Scheduler.nextId();
        setPriority(creator.priority);
        setDaemon(creator.daemon);
    }

    /** The thread that runs main. */
    private Thread(Task main) {
        task = main;
        task.owner = this;
        target = null;
        id = 1;
        priority = NORM_PRIORITY;
    }

    /** The thread that calls. */
    public static Thread currentThread() {
        Task current = Scheduler.current();
        if (current.owner == null) {
            return new Thread(current);
        }
        return (Thread) current.owner;
    }

    /** Begins to run. */
    public void start() {
        Scheduler.start(task);
    }

    /** Runs the target. */
    @Override
    public void run() {
        if (target != null) {
            target.run();
        }
    }

    /** Lets a number of milliseconds go by. */
    public static void sleep(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        try {
            Scheduler.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw new InterruptedException("sleep interrupted");
        }
    }

    /** Lets other threads of the same priority run. */
    public static void yield() {
        Scheduler.yield();
    }

    /** Waits until this thread is done. */
    public final void join() throws InterruptedException {
        Scheduler.join(task, 0);
    }

    /** Waits until this thread is done, or until a number of milliseconds has gone by if it is not 0. */
    public final void join(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        Scheduler.join(task, milliseconds);
    }

    /** Asks this thread to stop: if it waits, it goes on with an exception. */
    public void interrupt() {
        Scheduler.interrupt(task);
    }

    /** Whether this thread was asked to stop. */
    public boolean isInterrupted() {
        return task.isInterrupted(false);
    }

    /** Whether the calling thread was asked to stop; forgets it. */
    public static boolean interrupted() {
        return Scheduler.current().isInterrupted(true);
    }

    /** Whether this thread has begun and is not done. */
    public final boolean isAlive() {
        return task.isAlive();
    }

    /** The name. */
    public final String getName() {
        return task.name;
    }

    /** Sets the name. */
    public final void setName(String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        task.name = name;
    }

    /** A number of this thread alone. */
    public long getId() {
        return id;
    }

    /** The priority. */
    public final int getPriority() {
        return priority;
    }

    /** Sets the priority: threads of higher priority run first. */
    public final void setPriority(int priority) {
        if (priority < MIN_PRIORITY || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException();
        }
        this.priority = priority;
        task.setPriority(priority);
    }

    /** Whether the program may end before this thread does. */
    public final boolean isDaemon() {
        return daemon;
    }

    /** Sets whether the program may end before this thread does; before it begins. */
    public final void setDaemon(boolean daemon) {
        if (isAlive()) {
            throw new IllegalThreadStateException();
        }
        this.daemon = daemon;
        task.setDaemon(daemon);
    }

    /** What a thread can be doing. */
    public enum State {
        /** It has not begun. */
        NEW,
        /** It runs, or could. */
        RUNNABLE,
        /** It waits for a monitor. */
        BLOCKED,
        /** It waits for another thread. */
        WAITING,
        /** It waits for another thread, or for some time to go by. */
        TIMED_WAITING,
        /** It is done. */
        TERMINATED
    }

    /** What this thread is doing. */
    public State getState() {
        return task.isNew() ? State.NEW : !task.isAlive() ? State.TERMINATED : task.isReady() ? State.RUNNABLE
                : task.isBlocked() ? State.BLOCKED : task.isTimed() ? State.TIMED_WAITING : State.WAITING;
    }

    /** Says that the calling thread does nothing but look again: others run. */
    public static void onSpinWait() {
        Scheduler.yield();
    }

    /** Whether the calling thread holds the monitor of an object. */
    public static boolean holdsLock(Object object) {
        Objects.requireNonNull(object);
        return Scheduler.holdsMonitor(object);
    }

    /** What is done about an exception that a thread does not catch. */
    @FunctionalInterface
    public interface UncaughtExceptionHandler {

        /** A thread ends by an exception. */
        void uncaughtException(Thread thread, Throwable exception);
    }

    /** What is done about exceptions that this thread does not catch. */
    public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        UncaughtHandlers.set(this, handler);
    }

    /** What is done about exceptions that this thread does not catch; null if they are printed. */
    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        return UncaughtHandlers.of(this);
    }

    /** What is done about exceptions that threads without a handler of their own do not catch. */
    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        UncaughtHandlers.setDefault(handler);
    }

    /** What is done about exceptions that threads without a handler of their own do not catch. */
    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return UncaughtHandlers.ofDefault();
    }

    @Override
    public String toString() {
        return "Thread[" + task.name + "," + priority + ",main]";
    }
}
