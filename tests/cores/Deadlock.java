import joplab.Cores;

/** Two threads want each other's monitor. */
class Deadlock {

    private static int arrived;

    public static void main(String[] args) {
        final Object first = new Object();
        final StringBuilder second = new StringBuilder();
        Cores.start(1, new Runnable() {
            @Override
            public void run() {
                both(second, first);
            }
        });
        both(first, second);
    }

    private static void both(Object one, Object other) {
        synchronized (one) {
            meet();
            synchronized (other) {
                System.out.println("never");
            }
        }
    }

    private static void meet() {
        synchronized (Deadlock.class) {
            ++arrived;
        }
        while (true) {
            synchronized (Deadlock.class) {
                if (arrived == 2) {
                    return;
                }
            }
        }
    }
}
