package java.time.temporal;

/** A point in time. */
public interface Temporal {
}
