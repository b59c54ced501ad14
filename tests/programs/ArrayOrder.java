import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;

/** Arrays compared by their first difference, and numbers that are nobody else's. */
public class ArrayOrder {

    static void primitives() {
        int[] a = {1, 2, 3, 4};
        int[] b = {1, 2, 4};
        System.out.println(Arrays.mismatch(a, b) + " " + Arrays.compare(a, b) + " " + Arrays.compare(b, a) + " "
                + Arrays.compare(a, a.clone()) + " " + Arrays.mismatch(a, a.clone()) + " " + Arrays.compare(a, null));
        System.out.println(Arrays.compare(a, 0, 2, b, 0, 3) + " " + Arrays.mismatch(a, 1, 4, b, 1, 2) + " "
                + Arrays.equals(a, 0, 2, b, 0, 2) + " " + Arrays.compareUnsigned(new int[] {-1}, new int[] {1}));
        System.out.println(Arrays.compare(new byte[] {100}, new byte[] {-100}) + " "
                + Arrays.compareUnsigned(new byte[] {100}, new byte[] {-100}) + " "
                + Arrays.compare("abc".toCharArray(), "abd".toCharArray()) + " "
                + Arrays.compare(new boolean[] {true}, new boolean[] {false}) + " "
                + Arrays.compare(new short[] {300, 1}, new short[] {7}) + " "
                + Arrays.compare(new long[] {1L << 40}, new long[] {1}));
        double[] zeros = {0.0, Double.NaN};
        System.out.println(Arrays.mismatch(zeros, new double[] {-0.0, 1}) + " " + Arrays.compare(zeros, new double[] {0, 1})
                + " " + Arrays.mismatch(new float[] {Float.NaN}, new float[] {Float.NaN}));
        try {
            Arrays.mismatch(a, 3, 2, b, 0, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.compare(a, 0, 2, b, 0, 9);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }

    static void objects() {
        String[] a = {"one", null, "Three"};
        String[] b = {"one", null, "three", "four"};
        System.out.println(Arrays.mismatch(a, b) + " " + Arrays.compare(a, b) + " "
                + Arrays.mismatch(a, b, Comparator.nullsFirst(String.CASE_INSENSITIVE_ORDER)) + " "
                + Arrays.compare(a, b, Comparator.nullsFirst(String.CASE_INSENSITIVE_ORDER)) + " "
                + Arrays.equals(a, 0, 2, b, 0, 2) + " " + Arrays.compare(new String[] {null}, new String[] {"x"}));
    }

    static void identifiers() {
        UUID named = UUID.nameUUIDFromBytes("joplab".getBytes());
        UUID read = UUID.fromString("c232ab00-9414-11ec-b3c8-9f68deced846");
        System.out.println(named + " " + named.version() + " " + named.variant() + " " + named.hashCode());
        System.out.println(read.timestamp() + " " + read.clockSequence() + " " + read.node() + " " + read.compareTo(named)
                + " " + read.equals(UUID.fromString(read.toString())) + " " + UUID.fromString("1-2-3-4-5"));
        UUID random = UUID.randomUUID();
        System.out.println(random.version() + " " + random.variant() + " " + random.equals(UUID.randomUUID()));
        for (String text : new String[] {"1-2-3", "1-2-3-4-g"}) {
            try {
                System.out.println(UUID.fromString(text));
            } catch (IllegalArgumentException e) {
                System.out.println(e);
            }
        }
    }

    public static void main(String[] args) {
        primitives();
        objects();
        identifiers();
    }
}
