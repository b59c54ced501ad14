/** What threads say about themselves, and what becomes of exceptions that they do not catch. */
public class ThreadStates {

    static volatile boolean go;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        });
        System.out.println(waiter.getState());
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        System.out.println(waiter.getState() + " " + Thread.currentThread().getState());
        waiter.interrupt();
        waiter.join();
        System.out.println(waiter.getState());

        Thread sleeper = new Thread(() -> {
            while (!go) {
                Thread.onSpinWait();
            }
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                throw new IllegalStateException("woken");
            }
        }, "sleeper");
        sleeper.setUncaughtExceptionHandler((thread, e) -> System.out.println(thread.getName() + ": " + e));
        sleeper.start();
        go = true;
        while (sleeper.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
        sleeper.interrupt();
        sleeper.join();

        System.out.println(Thread.holdsLock(lock));
        synchronized (lock) {
            System.out.println(Thread.holdsLock(lock));
        }
        try {
            Thread.holdsLock(null);
        } catch (NullPointerException e) {
            System.out.println("no lock");
        }

        Thread.UncaughtExceptionHandler all = (thread, e) -> System.out.println("all, " + thread.getName() + ": " + e);
        System.out.println(Thread.getDefaultUncaughtExceptionHandler());
        Thread.setDefaultUncaughtExceptionHandler(all);
        System.out.println(Thread.getDefaultUncaughtExceptionHandler() == all);
        Thread other = new Thread(() -> {
            throw new RuntimeException("other");
        }, "other");
        other.start();
        other.join();
        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {
            System.out.println("last, " + thread.getName() + ": " + e);
            throw new UnsupportedOperationException();
        });
        throw new ArithmeticException("main");
    }
}
