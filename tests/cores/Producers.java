import joplab.Cores;

/** Three producers and two consumers share a buffer of four places. */
class Producers {

    private static final int EACH = 40;
    private static final int[] sums = new int[2];

    public static void main(String[] args) throws InterruptedException {
        final Buffer buffer = new Buffer();
        Thread[] threads = new Thread[5];
        for (int i = 0; i < 5; ++i) {
            final int number = i;
            threads[i] = Cores.start(i % Cores.count(), new Runnable() {
                @Override
                public void run() {
                    try {
                        if (number < 3) {
                            for (int k = 1; k <= EACH; ++k) {
                                buffer.put(k * (number + 1));
                            }
                        } else {
                            for (int k = 0; k < EACH * 3 / 2; ++k) {
                                sums[number - 3] += buffer.take();
                            }
                        }
                    } catch (InterruptedException e) {
                        System.out.println(e);
                    }
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("sum " + (sums[0] + sums[1]));
    }
}
