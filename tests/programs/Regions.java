import joplab.Region;

/** Parts of a run that are marked: nested, left without a stop, left by an exception, in two threads. */
public class Regions {

    static int square(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i * i;
        }
        return sum;
    }

    static int filter() {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += square(i);
        }
        return sum;
    }

    /** The region ends with the method. */
    static int unstopped() {
        Region.start("unstopped");
        return square(5);
    }

    static void thrown() {
        Region.start("thrown");
        square(3);
        throw new IllegalStateException("out of a region");
    }

    public static void main(String[] arguments) throws InterruptedException {
        int sum = filter();
        for (int i = 0; i < 3; i++) {
            Region.start("filter");
            sum += filter();
            Region.start("inner");
            sum += square(20 + i);
            Region.stop("inner");
            Region.stop("filter");
            Region.stop("never started");
        }
        sum += unstopped();
        try {
            thrown();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Thread other = new Thread() {
            @Override
            public void run() {
                Region.start("other");
                for (int i = 0; i < 20; i++) {
                    square(i);
                    Thread.yield();
                }
                Region.stop("other");
            }
        };
        Region.start("while it runs");
        other.start();
        other.join();
        Region.stop("while it runs");
        System.out.println(sum);
    }
}
