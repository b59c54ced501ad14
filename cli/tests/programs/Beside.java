import java.io.IOException;

/** Reads beside a thread that waits for ever; with an argument also beside one that sleeps, and then ends the program. */
public class Beside {

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

    private static void sleeps() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
        System.exit(5);
    }

    public static void main(String[] args) throws IOException {
        new Thread(Beside::waits, "waits").start();
        if (args.length > 0) {
            new Thread(Beside::sleeps, "sleeps").start();
        }
        System.out.println(System.in.read());
    }
}
