import joplab.RtThread;

/** A thread whose period is not known. */
public class Unknown {
    public static void main(String[] arguments) {
        new Late(arguments.length + 1000);
        RtThread.startMission();
    }

    static final class Late extends RtThread {
        Late(int period) {
            super(1, period);
        }

        @Override
        protected void job() {
        }
    }
}
