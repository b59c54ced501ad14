/** Compares the cast to `short` with arithmetic that needs no cast. */
public class CastTest {

    public static void main(String[] args) {
        int[] values = {0, 1, -1, 32767, 32768, 65535, 65536, -32768, -32769};
        for (int value : values) {
            int expected = ((value + 32768) & 65535) - 32768;
            if ((short) value != expected) {
                System.out.println("(short) " + value + " is " + (short) value + ", not " + expected);
                System.exit(1);
            }
        }
    }
}
