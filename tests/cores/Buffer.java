/** A few values on their way from one thread to another. */
class Buffer {

    private final int[] values = new int[4];
    private int count;
    private int first;

    synchronized void put(int value) throws InterruptedException {
        while (count == values.length) {
            wait();
        }
        values[(first + count++) % values.length] = value;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        int value = values[first];
        first = (first + 1) % values.length;
        --count;
        notifyAll();
        return value;
    }
}
