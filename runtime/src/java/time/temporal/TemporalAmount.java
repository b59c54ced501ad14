package java.time.temporal;

/** An amount of time. */
public interface TemporalAmount {

    /** The point that is later by this amount. */
    Temporal addTo(Temporal point);

    /** The point that is earlier by this amount. */
    Temporal subtractFrom(Temporal point);
}
