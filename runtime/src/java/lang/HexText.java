package java.lang;

/** Hexadecimal texts of floating-point numbers. */
final class HexText {

    private HexText() {
    }

    /** Text of a number whose type has a smallest power of two with a leading bit. */
    static String of(double value, int smallest) {
        if (value != value) {
            return "NaN";
        }
        long bits = Double.doubleToRawLongBits(value);
        String sign = bits < 0 ? "-" : "";
        if (Double.isInfinite(value)) {
            return sign + "Infinity";
        }
        if (value == 0) {
            return sign + "0x0.0p0";
        }
        int power = Math.getExponent(value);
        long fraction = bits & 0xfffffffffffffL;
        char lead = '1';
        if (power < smallest) {
            // What has no leading bit in its type is written with the smallest power.
            if (power >= -1022) {
                fraction = (fraction | 0x10000000000000L) >>> smallest - power;
            }
            lead = '0';
            power = smallest;
        }
        String digits = Long.toHexString(fraction | 0x10000000000000L).substring(1);
        int end = 13;
        while (end > 1 && digits.charAt(end - 1) == '0') {
            --end;
        }
        return sign + "0x" + lead + '.' + digits.substring(0, end) + 'p' + power;
    }
}
