/** Numbers of texts. */
public final class Main {
    static final String[] INTS = {"0", "-7", "2147483647", "-2147483648", "123456789", "-12345678", "-1999999999"};
    static final String[] LONGS = {"0", "-7", "2147483647", "9223372036854775807", "-9223372036854775808", "-8999999999999999999"};

    static int parseInt(String text) { return Integer.parseInt(text); }
    static long parseLong(String text) { return Long.parseLong(text); }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < INTS.length; ++i) {
            sum += parseInt(INTS[i]);
        }
        for (int i = 0; i < LONGS.length; ++i) {
            sum += (int) parseLong(LONGS[i]);
        }
        System.out.println(sum);
    }
}
