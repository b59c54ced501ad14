import joplab.RtThread;

public class Half {
    static int x;

    public static void main(String[] args) {
        new Known();
        new Other(args.length + 5_000);
        RtThread.startMission();
        for (int i = 0; i < 1_000; i++) {
            x++;
        }
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

    static final class Known extends Base {
        Known() {
            super(2, 1_000);
        }
    }

    static final class Other extends Base {
        Other(int period) {
            super(1, period);
        }

        @Override
        protected void job() {
            x--;
        }
    }
}
