package java.math;

import java.io.Serializable;
import java.util.Objects;

/** How many digits results have, and how they are rounded. */
public final class MathContext implements Serializable {

    /** Results are exact. */
    public static final MathContext UNLIMITED = new MathContext(0, RoundingMode.HALF_UP);
    /** 7 digits. */
    public static final MathContext DECIMAL32 = new MathContext(7, RoundingMode.HALF_EVEN);
    /** 16 digits. */
    public static final MathContext DECIMAL64 = new MathContext(16, RoundingMode.HALF_EVEN);
    /** 34 digits. */
    public static final MathContext DECIMAL128 = new MathContext(34, RoundingMode.HALF_EVEN);

    private final int precision;
    private final RoundingMode mode;

    /** A number of digits; halves are rounded up. */
    public MathContext(int precision) {
        this(precision, RoundingMode.HALF_UP);
    }

    /** A number of digits, 0 for exact results. */
    public MathContext(int precision, RoundingMode mode) {
        if (precision < 0) {
            throw new IllegalArgumentException("Digits < 0");
        }
        this.precision = precision;
        this.mode = Objects.requireNonNull(mode);
    }

    /** What a text such as {@code precision=7 roundingMode=HALF_EVEN} says. */
    public MathContext(String text) {
        int space = text.indexOf(' ');
        if (!text.startsWith("precision=") || space < 0 || !text.startsWith("roundingMode=", space + 1)) {
            throw new IllegalArgumentException("bad string format");
        }
        int digits;
        try {
            digits = Integer.parseInt(text.substring(10, space));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("bad string format", e);
        }
        if (digits < 0) {
            throw new IllegalArgumentException("Digits < 0");
        }
        precision = digits;
        mode = RoundingMode.valueOf(text.substring(space + 14));
    }

    /** Number of digits, 0 for exact results. */
    public int getPrecision() {
        return precision;
    }

    /** How results are rounded. */
    public RoundingMode getRoundingMode() {
        return mode;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MathContext && ((MathContext) other).precision == precision
                && ((MathContext) other).mode == mode;
    }

    @Override
    public int hashCode() {
        return precision + mode.hashCode() * 59;
    }

    @Override
    public String toString() {
        return "precision=" + precision + " roundingMode=" + mode;
    }
}
