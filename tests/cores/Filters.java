import joplab.Cores;

/** Samples run through filters, each in a thread of its own. */
class Filters {

    private static final int END = Integer.MIN_VALUE;

    /** One filter. */
    abstract static class Stage implements Runnable {

        Buffer from;
        Buffer to;

        abstract int step(int sample);

        @Override
        public void run() {
            try {
                int sample = from.take();
                while (sample != END) {
                    to.put(step(sample));
                    sample = from.take();
                }
                to.put(END);
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        }
    }

    /** Weighted mean of the last samples. */
    static final class Fir extends Stage {

        private final int[] weights;
        private final int[] last;
        private int at;

        Fir(int... weights) {
            this.weights = weights;
            last = new int[weights.length];
        }

        @Override
        int step(int sample) {
            last[at] = sample;
            int sum = 0;
            int i = at;
            for (int weight : weights) {
                sum += weight * last[i];
                i = i == 0 ? last.length - 1 : i - 1;
            }
            at = at == last.length - 1 ? 0 : at + 1;
            return sum >> 4;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        final int samples = Work.size(args, 60);
        Stage[] stages = {new Fir(4, 4, 4, 4), new Fir(1, 2, 3, 4, 3, 2, 1), new Fir(8, -4, 2, -1, 8, 2, 1),
            new Fir(2, 2, 2, 2, 2, 2, 2, 2)};
        final Buffer first = new Buffer();
        Buffer buffer = first;
        long since = System.nanoTime();
        for (int i = 0; i < stages.length; ++i) {
            stages[i].from = buffer;
            buffer = new Buffer();
            stages[i].to = buffer;
            Cores.start((i + 1) % Cores.count(), stages[i]);
        }
        Cores.start(0, new Runnable() {
            @Override
            public void run() {
                try {
                    for (int i = 0; i < samples; ++i) {
                        first.put(i * i % 1009 - 500);
                    }
                    first.put(END);
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            }
        });
        int sum = 0;
        for (int sample = buffer.take(); sample != END; sample = buffer.take()) {
            sum = 31 * sum + sample;
        }
        Work.time(args, since);
        System.out.println("filtered " + sum);
    }
}
