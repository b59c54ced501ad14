import java.util.Random;

/** Each core sorts its part of an array; then halves are merged. */
class Sort {

    public static void main(String[] args) throws InterruptedException {
        final int n = Work.size(args, 400);
        final int[] numbers = new int[n];
        Random random = new Random(7);
        for (int i = 0; i < n; ++i) {
            numbers[i] = random.nextInt(10000);
        }
        long since = System.nanoTime();
        int parts = joplab.Cores.count();
        new Work() {
            @Override
            void part(int number, int parts) {
                sort(numbers, number * n / parts, (number + 1) * n / parts, new int[n]);
            }
        }.everywhere();
        int[] room = new int[n];
        for (int i = 1; i < parts; ++i) {
            merge(numbers, 0, i * n / parts, (i + 1) * n / parts, room);
        }
        Work.time(args, since);
        int sum = 0;
        boolean ordered = true;
        for (int i = 0; i < n; ++i) {
            sum = 31 * sum + numbers[i];
            ordered &= i == 0 || numbers[i - 1] <= numbers[i];
        }
        System.out.println(ordered + " " + sum);
    }

    static void sort(int[] a, int from, int to, int[] room) {
        for (int width = 1; width < to - from; width *= 2) {
            for (int i = from; i + width < to; i += 2 * width) {
                merge(a, i, i + width, Math.min(i + 2 * width, to), room);
            }
        }
    }

    static void merge(int[] a, int from, int middle, int to, int[] room) {
        int i = from;
        int j = middle;
        for (int k = from; k < to; ++k) {
            room[k] = j == to || i < middle && a[i] <= a[j] ? a[i++] : a[j++];
        }
        System.arraycopy(room, from, a, from, to - from);
    }
}
