package java.time.temporal;

/** An amount of time. */
public interface TemporalAmount {
}
