package java.lang;

/** Something that can be run. */
@FunctionalInterface
public interface Runnable {

    /** Runs it. */
    void run();
}
