import joplab.Cores;

/** A checksum of a table, a band on each core. */
public class Checks {
    static final int[] TABLE = new int[1024];

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < TABLE.length; i++) {
            TABLE[i] = i * 40503;
        }
        int cores = Cores.count();
        int[] sums = new int[cores];
        Thread[] threads = new Thread[cores];
        for (int i = 0; i < cores; i++) {
            int band = i;
            threads[i] = Cores.start(i, new Runnable() {
                @Override
                public void run() {
                    int words = TABLE.length / cores;
                    sums[band] = sum(band * words, (band + 1) * words);
                }
            });
        }
        int sum = 0;
        for (int i = 0; i < cores; i++) {
            threads[i].join();
            sum += sums[i];
        }
        System.out.println(sum);
    }

    static int sum(int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            int word = TABLE[i];
            for (int bit = 0; bit < 16; bit++) {
                word = (word >>> 1) ^ (-(word & 1) & 0xEDB88320);
            }
            sum += word;
        }
        return sum;
    }
}
