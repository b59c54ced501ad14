import joplab.Region;

/** Waits for ever in a region, behind one that ended and before one that never begins. */
public class Stuck {

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Region.start("first");
        System.out.println("before");
        Region.stop("first");
        Region.start("waits");
        synchronized (lock) {
            lock.wait();
        }
        Region.stop("waits");
        Region.start("never");
        System.out.println("after");
        Region.stop("never");
    }
}
