package java.util.concurrent;

/** Something that runs tasks. */
public interface Executor {

    /** Runs a task, now or later. */
    void execute(Runnable task);
}
