import com.jopdesign.sys.Const;
import com.jopdesign.sys.Native;

/**
 * Joins threads while the timer interrupt comes ever later: one of the threads ends just as main is about to wait for it.
 *
 * <p>{@code javac --release 17 -cp ../../runtime/runtime.jar -d . Joins.java} writes the class file beside it.
 */
public class Joins {

    public static void main(String[] args) throws InterruptedException {
        for (int delay = 1; delay <= 40; ++delay) {
            Thread[] threads = {new Thread(Joins::nothing), new Thread(Joins::nothing)};
            for (Thread thread : threads) {
                thread.start();
            }
            Native.wr(Native.rd(Const.IO_MICROSECONDS) + delay, Const.IO_TIMER);
            threads[0].join();
            threads[1].join(1000);
            if (threads[0].isAlive() || threads[1].isAlive()) {
                throw new IllegalStateException("alive after " + delay);
            }
        }
        System.out.println("joined");
    }

    private static void nothing() {
    }
}
