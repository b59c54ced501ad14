package kernel;

import program.Verdict;

/** Two threads that produce and two that consume, with a bounded buffer between them: switches, monitors, the timer. */
public final class ProducerConsumer {

    private static final int CAPACITY = 4;
    private static final int END = -1;

    /** The buffer. */
    private static final class Buffer {
        private final int[] values = new int[CAPACITY];
        private int read;
        private int size;
        private int fullest;

        synchronized void put(int value) throws InterruptedException {
            while (size == CAPACITY) {
                wait();
            }
            values[read + size & CAPACITY - 1] = value;
            ++size;
            if (size > fullest) {
                fullest = size;
            }
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (size == 0) {
                wait();
            }
            int value = values[read];
            read = read + 1 & CAPACITY - 1;
            --size;
            notifyAll();
            return value;
        }
    }

    private static final class Producer extends Thread {
        private final Buffer buffer;
        private final int first;
        private final int count;
        int sum;

        Producer(Buffer buffer, int first, int count) {
            this.buffer = buffer;
            this.first = first;
            this.count = count;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < count; ++i) {
                    int value = first + i * i & 0xFFFF;
                    sum += value;
                    buffer.put(value);
                }
            } catch (InterruptedException e) {
                sum = END;
            }
        }
    }

    private static final class Consumer extends Thread {
        private final Buffer buffer;
        int sum;
        int count;

        Consumer(Buffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                for (int value = buffer.take(); value != END; value = buffer.take()) {
                    sum += value;
                    ++count;
                }
            } catch (InterruptedException e) {
                count = END;
            }
        }
    }

    private ProducerConsumer() {
    }

    /** Each producer makes as many values as the argument says. */
    public static void main(String[] args) throws InterruptedException {
        int count = Verdict.length(args);
        Verdict verdict = new Verdict("producer-consumer");
        Buffer buffer = new Buffer();
        Producer[] producers = {new Producer(buffer, 1, count), new Producer(buffer, 1000, count)};
        Consumer[] consumers = {new Consumer(buffer), new Consumer(buffer)};
        for (int i = 0; i < 2; ++i) {
            consumers[i].start();
            producers[i].start();
        }
        producers[0].join();
        producers[1].join();
        buffer.put(END);
        buffer.put(END);
        consumers[0].join();
        consumers[1].join();
        verdict.equal("values consumed", 2 * count, consumers[0].count + consumers[1].count);
        verdict.equalChecksum("their sum", producers[0].sum + producers[1].sum, consumers[0].sum + consumers[1].sum);
        verdict.holds("buffer within bounds", buffer.fullest > 0 && buffer.fullest <= CAPACITY);
        verdict.end();
    }
}
