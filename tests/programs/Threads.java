/** Threads: start, join, exclusion, wait and notify, sleep, interrupt, exceptions of their own. */
public class Threads {

    static int shared;
    static final Object LOCK = new Object();

    static class Counter extends Thread {
        private final int rounds;
        int done;

        Counter(int rounds) {
            this.rounds = rounds;
        }

        @Override
        public void run() {
            for (int i = 0; i < rounds; i++) {
                synchronized (LOCK) {
                    int old = shared;
                    old = work(old);
                    shared = old;
                }
                done++;
            }
        }

        private static int work(int n) {
            return n + 1;
        }
    }

    static class Channel {
        private int value;
        private boolean full;

        synchronized void put(int v) throws InterruptedException {
            while (full) {
                wait();
            }
            value = v;
            full = true;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (!full) {
                wait();
            }
            full = false;
            notifyAll();
            return value;
        }
    }

    static void count() throws InterruptedException {
        Counter[] counters = new Counter[4];
        for (int i = 0; i < counters.length; i++) {
            counters[i] = new Counter(300);
            counters[i].start();
        }
        int done = 0;
        for (Counter c : counters) {
            c.join();
            done += c.done;
        }
        System.out.println(shared + " " + done + " " + counters[0].isAlive());
    }

    static void produce() throws InterruptedException {
        final Channel channel = new Channel();
        Thread producer = new Thread(new Runnable() {
            @Override
            public void run() {
                try {
                    for (int i = 1; i <= 20; i++) {
                        channel.put(i * i);
                    }
                    channel.put(-1);
                } catch (InterruptedException e) {
                    System.out.println("not here");
                }
            }
        }, "producer");
        producer.start();
        int sum = 0;
        for (int v = channel.take(); v >= 0; v = channel.take()) {
            sum += v;
        }
        producer.join();
        System.out.println(sum + " " + producer.getName());
    }

    static void interrupt() throws InterruptedException {
        Thread sleeper = new Thread() {
            @Override
            public void run() {
                try {
                    sleep(1000000);
                    System.out.println("slept");
                } catch (InterruptedException e) {
                    System.out.println(e.getMessage() + " " + isInterrupted());
                }
            }
        };
        sleeper.start();
        Thread.sleep(3);
        System.out.println(sleeper.isAlive());
        sleeper.interrupt();
        sleeper.join();
        long start = System.nanoTime();
        Thread.sleep(5);
        System.out.println(System.nanoTime() - start >= 5000000);
        synchronized (LOCK) {
            LOCK.wait(2);
        }
        try {
            LOCK.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
    }

    static void fail() throws InterruptedException {
        Thread failing = new Thread("failing") {
            @Override
            public void run() {
                int[] array = new int[2];
                try {
                    array[shared] = 1;
                } catch (ArrayIndexOutOfBoundsException e) {
                    System.out.println("caught in " + currentThread().getName());
                }
                try {
                    throw new IllegalStateException();
                } finally {
                    System.out.println("finally");
                }
            }
        };
        failing.setDaemon(true);
        System.out.println(failing + " " + Thread.currentThread().getName());
        try {
            failing.run();
        } catch (IllegalStateException e) {
            System.out.println("in this thread");
        }
        try {
            failing.setPriority(0);
        } catch (IllegalArgumentException e) {
            System.out.println("no such priority");
        }
    }

    static volatile boolean stop;

    static void turns() throws InterruptedException {
        final int[] counts = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int n = i;
            threads[i] = new Thread() {
                @Override
                public void run() {
                    Object kept = null;
                    while (!stop) {
                        counts[n]++;
                        kept = new int[counts[n] & 31];
                    }
                    counts[n] += kept == null ? 1 : 0;
                }
            };
            threads[i].start();
        }
        Thread.sleep(20);
        stop = true;
        for (Thread t : threads) {
            t.join();
        }
        System.out.println((counts[0] > 0) + " " + (counts[1] > 0) + " " + (counts[2] > 0));
    }

    public static void main(String[] args) throws InterruptedException {
        count();
        produce();
        interrupt();
        fail();
        turns();
        Thread last = new Thread() {
            @Override
            public void run() {
                Thread.yield();
                System.out.println("after main");
            }
        };
        last.start();
        System.out.println("main is done");
    }
}
