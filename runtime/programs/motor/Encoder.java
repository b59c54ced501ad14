package motor;

/** Position and speed from a counter of 16 bits. */
final class Encoder {

    private int last;
    private int position;
    /** Counts of the last steps. */
    private final int[] history = new int[8];
    private int next;
    private int sum;

    void sample(int counter) {
        int passed = (short) (counter - last);
        last = counter;
        position += passed;
        sum += passed - history[next];
        history[next] = passed;
        next = next + 1 & history.length - 1;
    }

    /** Unit: counts since the start. */
    int position() {
        return position;
    }

    /** Mean over the last steps. Unit: eighths of a count for each step. */
    int speed() {
        return sum;
    }
}
