package kernel;

import program.Verdict;

/** Quicksort: recursion into the smaller part, so that the stack stays shallow, and a loop over the larger one. */
public final class QuickSort {

    private static final int SIZE = 400;
    /** Parts of at most so many numbers are sorted by insertion. */
    private static final int SMALL = 8;

    private QuickSort() {
    }

    /** Sorts as many arrays as the argument says. */
    public static void main(String[] args) {
        int rounds = Verdict.length(args);
        Verdict verdict = new Verdict("quick-sort");
        Numbers numbers = new Numbers(11);
        int[] array = new int[SIZE];
        int inOrder = 0;
        int checksum = 1;
        for (int i = 0; i < rounds; ++i) {
            int sum = Sorting.fill(array, numbers);
            sort(array, 0, SIZE - 1);
            inOrder += Sorting.isSorted(array, sum) ? 1 : 0;
            checksum = Sorting.checksum(checksum, array);
        }
        verdict.equal("arrays in order", rounds, inOrder);
        verdict.checksum("numbers", checksum);
        verdict.end();
    }

    private static void sort(int[] array, int low, int high) {
        while (high - low >= SMALL) {
            int middle = split(array, low, high);
            if (middle - low < high - middle) {
                sort(array, low, middle);
                low = middle + 1;
            } else {
                sort(array, middle + 1, high);
                high = middle;
            }
        }
        insert(array, low, high);
    }

    /** Moves smaller numbers to the left of larger ones; gives the last place of the left part. */
    private static int split(int[] array, int low, int high) {
        int pivot = array[low + high >>> 1];
        int left = low - 1;
        int right = high + 1;
        while (true) {
            do {
                ++left;
            } while (array[left] < pivot);
            do {
                --right;
            } while (array[right] > pivot);
            if (left >= right) {
                return right;
            }
            int number = array[left];
            array[left] = array[right];
            array[right] = number;
        }
    }

    private static void insert(int[] array, int low, int high) {
        for (int i = low + 1; i <= high; ++i) {
            int number = array[i];
            int place = i;
            while (place > low && array[place - 1] > number) {
                array[place] = array[place - 1];
                --place;
            }
            array[place] = number;
        }
    }
}
