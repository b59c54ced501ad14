package motor;

/** Turns readings of a converter into a clean value: median of three against spikes, then a low pass. */
final class Filter {

    private final int shift;
    private int oldest;
    private int older;
    private int sum;

    /** A filter with a time constant of two to the power of {@code shift} readings. */
    Filter(int start, int shift) {
        this.shift = shift;
        oldest = start;
        older = start;
        sum = start << shift;
    }

    int next(int reading) {
        int middle = median(oldest, older, reading);
        oldest = older;
        older = reading;
        sum += middle - (sum >> shift);
        return sum >> shift;
    }

    private static int median(int a, int b, int c) {
        if (a > b) {
            int swapped = a;
            a = b;
            b = swapped;
        }
        if (c <= a) {
            return a;
        }
        return c >= b ? b : c;
    }
}
