import joplab.RtThread;

/** Two threads whose times are constants, and which share a monitor. */
public class Threads {
    static int level;
    static int shown;

    public static void main(String[] arguments) {
        new Control();
        new Display();
        RtThread.startMission();
        while (true) {
            // Runs while no job does.
        }
    }

    static synchronized void add(int i) {
        shown = shown ^ level + i;
    }

    static final class Control extends RtThread {
        Control() {
            super(2, 1_000);
        }

        @Override
        protected void job() {
            for (int i = 0; i < 100; ++i) {
                level = level * 7 + i & 1023;
            }
        }
    }

    static final class Display extends RtThread {
        Display() {
            super(1, 10_000, 500);
        }

        @Override
        protected void job() {
            for (int i = 0; i < 1000; ++i) {
                add(i);
            }
        }
    }
}
