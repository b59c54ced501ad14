package java.util.concurrent;

/** Something that is due after some time. */
public interface Delayed extends Comparable<Delayed> {

    /** Time that is left. */
    long getDelay(TimeUnit unit);
}
