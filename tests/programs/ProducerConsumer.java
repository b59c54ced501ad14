/** A buffer of three places between a thread that fills it and one that empties it. */
public class ProducerConsumer {

    private final int[] buffer = new int[3];
    private int count;

    synchronized void put(int value) throws InterruptedException {
        while (count == buffer.length) {
            wait();
        }
        buffer[count++] = value;
        notifyAll();
    }

    /** The sum of all that is there. */
    synchronized int takeAll() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        int sum = 0;
        while (count > 0) {
            sum += buffer[--count];
        }
        notifyAll();
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        final ProducerConsumer shared = new ProducerConsumer();
        Thread producer = new Thread("producer") {
            @Override
            public void run() {
                try {
                    for (int i = 1; i <= 30; i++) {
                        shared.put(i);
                    }
                    shared.put(1000);
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            }
        };
        Thread consumer = new Thread("consumer") {
            @Override
            public void run() {
                int sum = 0;
                try {
                    while (sum < 1000) {
                        sum += shared.takeAll();
                    }
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
                System.out.println("sum " + sum);
            }
        };
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
        System.out.println("done");
    }
}
