package java.math;

/** Ways to round. */
public enum RoundingMode {
    /** Away from zero. */
    UP,
    /** Towards zero. */
    DOWN,
    /** Towards positive numbers. */
    CEILING,
    /** Towards negative numbers. */
    FLOOR,
    /** To the nearest; halves away from zero. */
    HALF_UP,
    /** To the nearest; halves towards zero. */
    HALF_DOWN,
    /** To the nearest; halves to the even neighbour. */
    HALF_EVEN,
    /** Nothing may be lost. */
    UNNECESSARY;

    /** The mode of a constant of {@link BigDecimal}. */
    public static RoundingMode valueOf(int mode) {
        if (mode < 0 || mode > 7) {
            throw new IllegalArgumentException("argument out of range");
        }
        return values()[mode];
    }
}
