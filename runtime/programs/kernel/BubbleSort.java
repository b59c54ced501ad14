package kernel;

import program.Verdict;

/** Bubble sort: neighbours in an array, compared and exchanged. */
public final class BubbleSort {

    private static final int SIZE = 100;

    private BubbleSort() {
    }

    /** Sorts as many arrays as the argument says. */
    public static void main(String[] args) {
        int rounds = Verdict.length(args);
        Verdict verdict = new Verdict("bubble-sort");
        Numbers numbers = new Numbers(7);
        int[] array = new int[SIZE];
        int inOrder = 0;
        int exchanges = 0;
        int checksum = 1;
        for (int i = 0; i < rounds; ++i) {
            int sum = Sorting.fill(array, numbers);
            exchanges += sort(array);
            inOrder += Sorting.isSorted(array, sum) ? 1 : 0;
            checksum = Sorting.checksum(checksum, array);
        }
        verdict.equal("arrays in order", rounds, inOrder);
        verdict.show("exchanges", exchanges);
        verdict.checksum("numbers", checksum);
        verdict.end();
    }

    private static int sort(int[] array) {
        int exchanges = 0;
        int end = array.length - 1;
        while (end > 0) {
            int last = 0;
            for (int i = 0; i < end; ++i) {
                int left = array[i];
                int right = array[i + 1];
                if (left > right) {
                    array[i] = right;
                    array[i + 1] = left;
                    last = i;
                    ++exchanges;
                }
            }
            end = last;
        }
        return exchanges;
    }
}
