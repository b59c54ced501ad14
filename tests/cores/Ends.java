/** An exception of one thread, and the end of the program by another; main waits for ever. */
class Ends {

    public static void main(String[] args) throws InterruptedException {
        Thread fails = new Thread(() -> {
            int[] none = new int[0];
            none[args.length] = 1;
        });
        fails.start();
        fails.join();
        System.out.println("main goes on");
        new Thread(() -> {
            System.out.println("the last line");
            System.exit(7);
        }).start();
        synchronized (args) {
            args.wait();
        }
    }
}
