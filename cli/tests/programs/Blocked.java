/** Two threads and main wait for each other. */
public class Blocked {

    private static final Object LOCK = new Object();

    private static void waits() {
        synchronized (LOCK) {
            try {
                LOCK.wait();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println("before");
        Thread first = new Thread(Blocked::waits, "first");
        first.start();
        Thread.sleep(1);
        first.join();
        System.out.println("after");
    }
}
