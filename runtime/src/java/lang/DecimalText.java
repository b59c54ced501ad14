package java.lang;

/**
 * Shortest decimal texts of floats and doubles: exact arithmetic gives digits until the text can be no other number's.
 *
 * <p>The format is that of Double.toString: 12.5, 1.0E10, NaN, -Infinity.
 */
final class DecimalText {

    /** Digits from the first that is not 0. */
    private final char[] digits = new char[20];
    private int count;

    /** Position of the decimal point: the value is 0.DIGITS * 10^point. */
    private int point;

    private DecimalText() {
    }

    static String ofDouble(long bits) {
        int exponent = (int) (bits >>> 52) & 0x7ff;
        long significand = bits & 0xfffffffffffffL;
        if (exponent == 0x7ff) {
            return special(significand == 0, bits < 0);
        }
        boolean power = significand == 0 && exponent > 1;
        if (exponent == 0) {
            exponent = 1;
        } else {
            significand |= 0x10000000000000L;
        }
        return of(bits < 0, significand, exponent - 1075, power);
    }

    static String ofFloat(int bits) {
        int exponent = bits >>> 23 & 0xff;
        int significand = bits & 0x7fffff;
        if (exponent == 0xff) {
            return special(significand == 0, bits < 0);
        }
        boolean power = significand == 0 && exponent > 1;
        if (exponent == 0) {
            exponent = 1;
        } else {
            significand |= 0x800000;
        }
        return of(bits < 0, significand, exponent - 150, power);
    }

    private static String special(boolean infinite, boolean negative) {
        return infinite ? negative ? "-Infinity" : "Infinity" : "NaN";
    }

    /** Text of significand * 2^exponent; {@code power}: the number below is only half as far away as the one above. */
    private static String of(boolean negative, long significand, int exponent, boolean power) {
        if (significand == 0) {
            return negative ? "-0.0" : "0.0";
        }
        DecimalText text = new DecimalText();
        if (!text.takeWhole(significand, exponent)) {
            text.generate(significand, exponent, power);
        }
        return text.format(negative);
    }

    /** Digits of a whole number that a double holds exactly: they are the shortest. */
    private boolean takeWhole(long significand, int exponent) {
        if (exponent > 0 || exponent < -52) {
            return false;
        }
        long whole = significand >>> -exponent;
        if (whole << -exponent != significand) {
            return false;
        }
        String decimal = Long.toString(whole);
        point = decimal.length();
        count = point;
        while (decimal.charAt(count - 1) == '0') {
            --count;
        }
        decimal.getChars(0, count, digits, 0);
        return true;
    }

    /**
     * Digits of value = rest / unit, where a text may lie {@code below} and {@code above} (in the same unit) away:
     * half the distance to the next numbers.
     */
    private void generate(long significand, int exponent, boolean power) {
        int shift = power ? 2 : 1;
        int room = (exponent < 0 ? -exponent : exponent) + 70 >> 4;
        Natural rest = new Natural(significand, room);
        Natural unit = new Natural(1, room);
        Natural below = new Natural(1, room);
        Natural above = below;
        rest.shiftLeft(exponent > 0 ? exponent + shift : shift);
        unit.shiftLeft(exponent > 0 ? shift : shift - exponent);
        below.shiftLeft(exponent > 0 ? exponent : 0);
        if (power) {
            above = new Natural(2, room);
            above.shiftLeft(exponent > 0 ? exponent : 0);
        }
        // log10(2) = 0.30103; an estimate that is too small by one at most.
        int bits = exponent + 63 - Long.numberOfLeadingZeros(significand);
        point = bits * 1233 >> 12;
        if (point > 0) {
            unit.scale(point);
        } else {
            rest.scale(-point);
            below.scale(-point);
            if (power) {
                above.scale(-point);
            }
        }
        while (rest.plus(above).compareTo(unit) > 0) {
            unit.multiplyAdd(10, 0);
            ++point;
        }
        boolean low;
        boolean high;
        int digit;
        do {
            rest.multiplyAdd(10, 0);
            below.multiplyAdd(10, 0);
            if (power) {
                above.multiplyAdd(10, 0);
            }
            digit = rest.divideSmall(unit);
            low = rest.compareTo(below) < 0;
            high = rest.plus(above).compareTo(unit) > 0;
            digits[count++] = (char) ('0' + digit);
        } while (!low && !high);
        if (high && (!low || roundsUp(rest, unit, digit))) {
            // Cannot carry: 9 and up would have ended one digit before.
            ++digits[count - 1];
        }
    }

    private static boolean roundsUp(Natural rest, Natural unit, int digit) {
        int order = rest.plus(rest).compareTo(unit);
        return order > 0 || order == 0 && (digit & 1) != 0;
    }

    private String format(boolean negative) {
        StringBuilder text = new StringBuilder(26);
        if (negative) {
            text.append('-');
        }
        if (point > 0 && point <= 7) {
            appendDigits(text, 0, point);
            text.append('.');
            appendDigits(text, point, count > point ? count : point + 1);
        } else if (point <= 0 && point > -3) {
            text.append("0.");
            for (int i = point; i < 0; ++i) {
                text.append('0');
            }
            appendDigits(text, 0, count);
        } else {
            text.append(digits[0]).append('.');
            appendDigits(text, 1, count > 1 ? count : 2);
            text.append('E').append(point - 1);
        }
        return text.toString();
    }

    /** Appends digits, zeros behind the last. */
    private void appendDigits(StringBuilder text, int start, int end) {
        for (int i = start; i < end; ++i) {
            text.append(i < count ? digits[i] : '0');
        }
    }
}
