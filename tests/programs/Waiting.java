import java.util.concurrent.locks.ReentrantLock;

/** Threads that sleep, wait, join, contend for a lock, and sleep in a monitor. */
public class Waiting {

    private static final Object DOOR = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static boolean isOpen;
    private static int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(Waiting::pass);
        Thread worker = new Thread(Waiting::work);
        waiter.start();
        // Meanwhile nobody can run.
        Thread.sleep(1);
        synchronized (DOOR) {
            Thread.sleep(1);
            isOpen = true;
            DOOR.notifyAll();
        }
        waiter.join();
        LOCK.lock();
        worker.start();
        Thread.sleep(1);
        sum *= 10;
        LOCK.unlock();
        worker.join();
        System.out.println("sum " + sum);
    }

    private static void pass() {
        synchronized (DOOR) {
            while (!isOpen) {
                try {
                    DOOR.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            sum += 2;
        }
    }

    private static void work() {
        LOCK.lock();
        sum += 1;
        LOCK.unlock();
    }
}
