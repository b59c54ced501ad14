package kernel;

/** What the sorting programs share. */
final class Sorting {

    private Sorting() {
    }

    /** Fills an array with numbers and gives their sum. */
    static int fill(int[] array, Numbers numbers) {
        int sum = 0;
        for (int i = 0; i < array.length; ++i) {
            array[i] = numbers.next() >> 8;
            sum += array[i];
        }
        return sum;
    }

    /** Whether an array is in order and still has its sum. */
    static boolean isSorted(int[] array, int sum) {
        int left = sum - array[0];
        for (int i = 1; i < array.length; ++i) {
            if (array[i - 1] > array[i]) {
                return false;
            }
            left -= array[i];
        }
        return left == 0;
    }

    /** A checksum with the numbers of an array in their order. */
    static int checksum(int checksum, int[] array) {
        for (int i = 0; i < array.length; ++i) {
            checksum = checksum * 31 + array[i];
        }
        return checksum;
    }
}
