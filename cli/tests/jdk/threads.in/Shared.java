import joplab.RtThread;

public class Shared {
    static int x;

    public static void main(String[] args) {
        new First();
        new Second();
        RtThread.startMission();
    }

    static class Base extends RtThread {
        Base(int priority, int period) {
            super(priority, period);
        }

        @Override
        protected void job() {
            x++;
        }
    }

    static final class First extends Base {
        First() {
            super(2, 2_000);
        }
    }

    static final class Second extends Base {
        Second() {
            super(1, 3_000);
        }
    }
}
