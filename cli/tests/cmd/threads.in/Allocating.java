import joplab.RtThread;

/** A thread that allocates. */
public class Allocating {
    static int[] last;

    public static void main(String[] arguments) {
        new Maker();
        RtThread.startMission();
    }

    static final class Maker extends RtThread {
        Maker() {
            super(1, 1_000);
        }

        @Override
        protected void job() {
            last = new int[4];
        }
    }
}
