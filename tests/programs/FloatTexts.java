/** Texts of floats and doubles, both ways. */
public class FloatTexts {

    private static void parse(String text) {
        try {
            double d = Double.parseDouble(text);
            System.out.println(text + " -> " + d + " " + Long.toHexString(Double.doubleToLongBits(d)) + " "
                    + Float.parseFloat(text));
        } catch (NumberFormatException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        double[] doubles = {0, -0.0, 1, -1.5, 0.1, 100, 1234567.875, 9999999, 1e7, 12345678.9, 0.001, 0.0009765625, 1e-5,
            3.141592653589793, 2.0 / 3, 1e21, 1.7976931348623157e308, 4.9e-324, 123456789012345680.0, 1e23, 0.3, 5e-3};
        for (double d : doubles) {
            System.out.println(d);
        }
        float[] floats = {0, -0f, 1, -1.5f, 0.1f, 3.4028235e38f, 1.4e-45f, 16777216f, 1e10f, 0.33333334f, 1e-3f, 2.5e-4f, 33554432f};
        for (float f : floats) {
            System.out.println(f);
        }
        String[] texts = {"0", "1", "-1.5", "+3.", ".5", "1e3", "1E-3", "123456789.123456789", "1e400", "1e-400", "4.9e-324",
            "2.4703282292062327e-324", "0.1f", "  7.25d ", "NaN", "-Infinity", "9007199254740993", "1.7976931348623159e308",
            "", "e5", "1.2.3", "--1", "1e", "0x"};
        for (String text : texts) {
            parse(text);
        }
        StringBuilder b = new StringBuilder();
        b.append(1.25f).append(' ').append(2.5).append(' ').append((Object) Double.valueOf(7)).append(Float.valueOf(-2));
        System.out.println(b + " " + Double.toString(1e-7) + " " + Float.toString(Float.NaN) + " " + Double.MIN_NORMAL);
    }
}
