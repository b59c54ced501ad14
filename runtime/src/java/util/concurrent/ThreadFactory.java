package java.util.concurrent;

/** Something that makes threads. */
public interface ThreadFactory {

    /** A new thread for a task. */
    Thread newThread(Runnable task);
}
