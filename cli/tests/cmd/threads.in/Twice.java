import joplab.RtThread;

/** Threads that are made in a loop. */
public class Twice {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; ++i) {
            new Same();
        }
        RtThread.startMission();
    }

    static final class Same extends RtThread {
        Same() {
            super(1, 1000);
        }

        @Override
        protected void job() {
        }
    }
}
