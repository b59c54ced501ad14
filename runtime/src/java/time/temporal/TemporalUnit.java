package java.time.temporal;

import java.time.Duration;

/** A unit of time. */
public interface TemporalUnit {

    /** Its length. */
    Duration getDuration();
}
