import joplab.RtThread;

public class Lie {
    static int x;
    static int repetitions;

    public static void main(String[] args) {
        repetitions = args.length + 40;
        new Counter();
        RtThread.startMission();
        for (int i = 0; i < 30; i++) {
            hold(args.length + 900);
        }
    }

    static synchronized void hold(int n) {
        for (int i = 0; i < n; i++) {
            x = x * 3 + i;
        }
    }

    static final class Counter extends RtThread {
        Counter() {
            super(2, 3_000);
        }

        @Override
        protected void job() {
            int n = repetitions;
            for (int i = 0; i < n; i++) {
                x = x * 3 + i;
            }
        }
    }
}
