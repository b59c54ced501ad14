/** Threads that wait for each other in every way that our library knows. */
public class Workers {

    private static final Object LOCK = new Object();
    private static boolean ready;
    private static int failures;

    private static final class Failing extends Thread {
        @Override
        public void run() {
            throw new IllegalStateException("on purpose");
        }
    }

    private static final class Sleeper extends Thread {
        boolean wasInterrupted;
        boolean stillInterrupted;

        @Override
        public void run() {
            try {
                Thread.sleep(60000);
            } catch (InterruptedException asked) {
                wasInterrupted = true;
                stillInterrupted = isInterrupted();
            }
        }
    }

    private static final class Waiter implements Runnable {
        @Override
        public void run() {
            synchronized (LOCK) {
                while (!ready) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException asked) {
                        ++failures;
                    }
                }
            }
            System.out.println(Thread.currentThread().getName() + " has waited");
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread waiter = new Thread(new Waiter(), "waiter");
        waiter.start();
        synchronized (LOCK) {
            ready = true;
            LOCK.notifyAll();
        }
        waiter.join();
        System.out.println(waiter.isAlive() + " " + failures);
        Sleeper sleeper = new Sleeper();
        sleeper.start();
        sleeper.interrupt();
        sleeper.join(50000);
        System.out.println(sleeper.wasInterrupted + " " + sleeper.stillInterrupted + " " + sleeper.isAlive());
        try {
            LOCK.notify();
        } catch (IllegalMonitorStateException notOwner) {
            System.out.println("not the owner");
        }
        try {
            sleeper.start();
        } catch (IllegalThreadStateException again) {
            System.out.println("started before");
        }
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(1);
        } catch (InterruptedException asked) {
            System.out.println("interrupted before it slept, " + Thread.interrupted());
        }
        Thread failing = new Failing();
        failing.start();
        failing.join();
        System.out.println(Thread.currentThread().getName() + " ends");
    }
}
