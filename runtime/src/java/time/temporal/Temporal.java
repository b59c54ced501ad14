package java.time.temporal;

/** A date, a time or both. */
public interface Temporal {

    /** The point an amount of a unit later. */
    Temporal plus(long amount, TemporalUnit unit);

    /** The point an amount of a unit before. */
    Temporal minus(long amount, TemporalUnit unit);

    /** How many whole units there are up to another point. */
    long until(Temporal end, TemporalUnit unit);
}
