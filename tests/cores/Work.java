import joplab.Cores;

/** Work that is cut in as many parts as there are cores, one for each. */
abstract class Work implements Runnable {

    private int next;

    /** Does one part of some. */
    abstract void part(int number, int parts);

    @Override
    public void run() {
        int number;
        synchronized (this) {
            number = next++;
        }
        part(number, Cores.count());
    }

    /** Starts a thread on each core and waits for all. */
    void everywhere() throws InterruptedException {
        Thread[] threads = new Thread[Cores.count()];
        for (int i = 0; i < threads.length; ++i) {
            threads[i] = Cores.start(i, this);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Prints the time of some work if the program has a second argument. */
    static void time(String[] args, long since) {
        if (args.length > 1) {
            System.out.println((System.nanoTime() - since) / 1000 + " us");
        }
    }

    /** The first argument, or a default. */
    static int size(String[] args, int usual) {
        return args.length > 0 ? Integer.parseInt(args[0]) : usual;
    }
}
