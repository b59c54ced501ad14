/** A thread of low priority works as long as nobody else can; one of high priority wakes up now and then. */
public class Priorities {

    private static volatile int awake;
    private static volatile int lowWork;
    private static volatile int mediumWork;

    public static void main(String[] args) throws InterruptedException {
        Thread low = new Thread("low") {
            @Override
            public void run() {
                do {
                    lowWork++;
                } while (awake < 4);
            }
        };
        Thread medium = new Thread("medium") {
            @Override
            public void run() {
                for (int i = 0; i < 30000; i++) {
                    mediumWork++;
                }
            }
        };
        Thread high = new Thread("high") {
            @Override
            public void run() {
                try {
                    while (awake < 4) {
                        sleep(2);
                        awake++;
                    }
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            }
        };
        low.setPriority(Thread.MIN_PRIORITY);
        high.setPriority(Thread.MAX_PRIORITY);
        low.start();
        high.start();
        medium.start();
        medium.join();
        high.join();
        low.join();
        System.out.println("awake " + awake + ", medium " + mediumWork + ", low " + (lowWork > 0));
    }
}
