import java.util.Arrays;
import java.util.Random;

/** Merge sort, quick sort and Arrays.sort on 300 numbers. */
public class MergeSort {
    static int comparisons;

    static void mergeSort(int[] a, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) / 2;
        mergeSort(a, from, middle);
        mergeSort(a, middle, to);
        int[] merged = new int[to - from];
        int left = from, right = middle;
        for (int i = 0; i < merged.length; i++) {
            if (right >= to || left < middle && a[left] <= a[right]) {
                merged[i] = a[left++];
            } else {
                merged[i] = a[right++];
            }
            comparisons++;
        }
        System.arraycopy(merged, 0, a, from, merged.length);
    }

    static <T extends Comparable<T>> void quickSort(T[] a, int low, int high) {
        if (low >= high) {
            return;
        }
        T pivot = a[(low + high) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (a[i].compareTo(pivot) < 0) {
                i++;
            }
            while (a[j].compareTo(pivot) > 0) {
                j--;
            }
            if (i <= j) {
                T swap = a[i];
                a[i++] = a[j];
                a[j--] = swap;
            }
        }
        quickSort(a, low, j);
        quickSort(a, i, high);
    }

    public static void main(String[] args) {
        Random random = new Random(1);
        int[] numbers = new int[300];
        Integer[] boxed = new Integer[300];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = random.nextInt(10_000);
            boxed[i] = numbers[i];
        }
        int[] expected = numbers.clone();
        Arrays.sort(expected);
        mergeSort(numbers, 0, numbers.length);
        quickSort(boxed, 0, boxed.length - 1);
        System.out.println("merge sort is right: " + Arrays.equals(numbers, expected));
        System.out.println("steps: " + comparisons);
        System.out.println(Arrays.toString(Arrays.copyOf(numbers, 10)));
        boolean same = true;
        for (int i = 0; i < boxed.length; i++) {
            same &= boxed[i] == numbers[i];
        }
        System.out.println("quick sort is right: " + same);
        Arrays.sort(boxed, (x, y) -> y.compareTo(x));
        System.out.println(Arrays.asList(boxed).subList(0, 5));
        System.out.println(Arrays.binarySearch(numbers, numbers[123]) >= 0);
    }
}
