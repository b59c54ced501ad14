package motor;

/** Fixed-point numbers with 12 fractional bits. */
final class Fixed {

    static final int BITS = 12;
    static final int ONE = 1 << BITS;

    private Fixed() {
    }

    /** Product of a number below 2^19 and a factor, without 64 bits. */
    static int times(int number, int factor) {
        int high = (factor >> BITS) * number;
        int low = (factor & ONE - 1) * number >> BITS;
        return high + low;
    }

    static int clamp(int value, int limit) {
        if (value > limit) {
            return limit;
        }
        return value < -limit ? -limit : value;
    }
}
