package motor;

/** A number that the master may read and, within its range, write. */
class Parameter {

    private final int smallest;
    private final int largest;
    private int value;

    Parameter(int value, int smallest, int largest) {
        this.value = value;
        this.smallest = smallest;
        this.largest = largest;
    }

    final int value() {
        return value;
    }

    /** Changes it; false if it must not be changed to that. */
    boolean write(int newValue) {
        if (newValue < smallest || newValue > largest) {
            return false;
        }
        value = newValue;
        return true;
    }

    /** Changes what only the node itself writes. */
    final void update(int newValue) {
        value = newValue;
    }
}
