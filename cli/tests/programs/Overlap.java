import joplab.Region;

/** A region of two threads at once: each is in it while the other begins or ends, and then one alone. */
public class Overlap {

    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }

    static void inside(int rounds) {
        Region.start("shared");
        for (int i = 0; i < rounds; i++) {
            work(20);
            Thread.yield();
        }
        Region.stop("shared");
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                inside(6);
            }
        };
        other.start();
        inside(4);
        other.join();
        work(30);
        inside(1);
    }
}
