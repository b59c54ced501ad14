package java.lang;

/**
 * Decimal texts of floats and doubles: exact arithmetic gives digits until the text can be no other number's.
 *
 * <p>The format is that of Double.toString: 12.5, 1.0E10, NaN, -Infinity. The digits are those of JDK 17, which
 * are the shortest with three exceptions: whole numbers below 2^63 keep all digits that their bits can tell, texts
 * with exponent have two digits or more, and to powers of two the smaller distance to their neighbours counts.
 */
final class DecimalText {

    /** From this exponent on, ten times the unit of {@link #generateFast} is a long. */
    private static final int SMALLEST_FAST = -57;

    // The number: significand * 2^exponent.
    private final boolean negative;
    private final long significand;
    private final int exponent;

    /** Bits of a significand. */
    private final int precision;

    /** Whether the number below is only half as far away as the one above. */
    private final boolean power;

    /** Digits from the first that is not 0. */
    private final char[] digits = new char[20];
    private int count;

    /** Position of the decimal point: the value is 0.DIGITS * 10^point. */
    private int point;

    /** The text of fraction bits and exponent bits. */
    private DecimalText(boolean negative, long fraction, int exponent, int precision, int bias) {
        this.negative = negative;
        this.precision = precision;
        power = fraction == 0;
        if (exponent == 0) {
            this.exponent = 1 - bias;
            significand = fraction;
        } else {
            this.exponent = exponent - bias;
            significand = fraction | 1L << precision - 1;
        }
    }

    static String ofDouble(long bits) {
        int exponent = (int) (bits >>> 52) & 0x7ff;
        if (exponent == 0x7ff) {
            return special(bits << 12 == 0, bits < 0);
        }
        DecimalText text = new DecimalText(bits < 0, bits & 0xfffffffffffffL, exponent, 53, 1075);
        if (!text.takeWhole() && !text.generateFast()) {
            text.generate();
        }
        return text.format();
    }

    static String ofFloat(int bits) {
        int exponent = bits >>> 23 & 0xff;
        if (exponent == 0xff) {
            return special(bits << 9 == 0, bits < 0);
        }
        DecimalText text = new DecimalText(bits < 0, bits & 0x7fffff, exponent, 24, 150);
        if (!text.takeWhole() && !text.generateFast()) {
            text.generate();
        }
        return text.format();
    }

    /** A finite double, whose digits are yet to be found: {@link #takeWhole}, {@link #generateFast} or {@link #generate}. */
    static DecimalText of(long bits) {
        return new DecimalText(bits < 0, bits & 0xfffffffffffffL, (int) (bits >>> 52) & 0x7ff, 53, 1075);
    }

    boolean isNegative() {
        return negative;
    }

    /**
     * Text without sign with a number of digits in all: with an exponent if it is less than 0.0001 or has more digits
     * before the point.
     */
    String formatGeneral(int places) {
        round(places);
        int power = significand == 0 ? 0 : point - 1;
        return power < -4 || power >= places ? formatScientific(places - 1) : formatFixed(places - 1 - power);
    }

    /** Text without sign with a number of digits behind the point: rounded from the shortest digits, halves up. */
    String formatFixed(int places) {
        round(point + places);
        StringBuilder result = new StringBuilder();
        appendDigits(result, point > 0 ? 0 : point - 1, point);
        if (places > 0) {
            result.append('.');
            appendDigits(result, point, point + places);
        }
        return result.toString();
    }

    /** Text without sign with an exponent and a number of digits behind the first. */
    String formatScientific(int places) {
        round(places + 1);
        StringBuilder result = new StringBuilder();
        appendDigits(result, 0, 1);
        if (places > 0) {
            result.append('.');
            appendDigits(result, 1, places + 1);
        }
        int shown = significand == 0 ? 0 : point - 1;
        result.append(shown < 0 ? "e-" : "e+");
        if (shown < 0) {
            shown = -shown;
        }
        if (shown < 10) {
            result.append('0');
        }
        return result.append(shown).toString();
    }

    /** Keeps a number of digits, which may be none or less. */
    private void round(int kept) {
        if (kept < count) {
            boolean up = kept >= 0 && digits[kept] >= '5';
            count = kept < 0 ? 0 : kept;
            if (up && count == 0) {
                digits[0] = '1';
                count = 1;
                ++point;
            } else if (up) {
                countUp();
            }
        }
    }

    private static String special(boolean infinite, boolean negative) {
        return infinite ? negative ? "-Infinity" : "Infinity" : "NaN";
    }

    /** Digits of a number that is whole, without those that its bits do not tell; false if it has a fraction. */
    boolean takeWhole() {
        if (significand == 0) {
            return true;
        }
        if (exponent > 63 - precision || exponent < 0 && (exponent <= -precision || significand << 64 + exponent != 0)) {
            return false;
        }
        long whole = exponent > 0 ? significand << exponent : significand >>> -exponent;
        int emptyBits = exponent - 2;
        // log10(2) = 0.30103
        for (int drop = emptyBits > 0 ? emptyBits * 1233 >> 12 : 0; drop > 0; --drop) {
            long tenth = whole / 10;
            if (drop == 1 && whole - tenth * 10 >= 5) {
                ++tenth;
            }
            whole = tenth;
            ++point;
        }
        int start = Long.write(whole, digits, digits.length);
        count = digits.length - start;
        point += count;
        for (int i = 0; i < count; ++i) {
            digits[i] = digits[start + i];
        }
        while (digits[count - 1] == '0') {
            --count;
        }
        return true;
    }

    /** Position of the decimal point, too small by one or two. */
    private int estimatePoint() {
        // log10(2) = 0.30103
        return (exponent + 63 - Long.numberOfLeadingZeros(significand)) * 1233 >> 12;
    }

    /** Digits to generate at least. */
    private int leastDigits() {
        return point > 7 || point < -2 ? 2 : 1;
    }

    /**
     * Digits of value = rest / unit, where a text may lie less than {@code gap} (in the same unit) away:
     * half the distance to the nearest number.
     *
     * @return false if longs are too small for this number
     */
    boolean generateFast() {
        if (exponent < SMALLEST_FAST || exponent >= 0) {
            return false;
        }
        int shift = power ? 2 : 1;
        long rest = significand << shift;
        long unit = 1L << shift - exponent;
        long gap = 1;
        point = estimatePoint();
        for (int i = point; i > 0; --i) {
            unit *= 10;
        }
        if (point < 0) {
            point = 0;
            while ((rest + gap) * 10 <= unit) {
                rest *= 10;
                gap *= 10;
                --point;
            }
        }
        while (rest + gap > unit) {
            unit *= 10;
            ++point;
        }
        int least = leastDigits();
        boolean low;
        boolean high;
        int digit;
        do {
            rest = (rest << 3) + (rest << 1);
            gap = (gap << 3) + (gap << 1);
            digit = 0;
            if (rest >= unit << 2) {
                rest -= unit << 2;
                digit = 4;
                if (rest >= unit << 2) {
                    rest -= unit << 2;
                    digit = 8;
                }
            }
            while (rest >= unit) {
                rest -= unit;
                ++digit;
            }
            low = rest < gap;
            high = rest + gap > unit;
            digits[count++] = (char) ('0' + digit);
        } while (!low && !high || count < least);
        if (high && (!low || rest << 1 > unit || rest << 1 == unit && (digit & 1) != 0)) {
            countUp();
        }
        return true;
    }

    /** As {@link #generateFast}, for every exponent. */
    void generate() {
        int shift = power ? 2 : 1;
        int room = (exponent < 0 ? -exponent : exponent) + 70 >> 4;
        Natural rest = new Natural(significand, room);
        Natural unit = new Natural(1, room);
        Natural gap = new Natural(1, room);
        rest.shiftLeft(exponent > 0 ? exponent + shift : shift);
        unit.shiftLeft(exponent > 0 ? shift : shift - exponent);
        gap.shiftLeft(exponent > 0 ? exponent : 0);
        point = estimatePoint();
        if (point > 0) {
            unit.scale(point);
        } else {
            rest.scale(-point);
            gap.scale(-point);
        }
        while (Natural.compareSum(rest, gap, unit) > 0) {
            unit.multiplyAdd(10, 0);
            ++point;
        }
        int least = leastDigits();
        boolean low;
        boolean high;
        int digit;
        do {
            rest.multiplyAdd(10, 0);
            gap.multiplyAdd(10, 0);
            digit = rest.divideSmall(unit);
            low = rest.compareTo(gap) < 0;
            high = Natural.compareSum(rest, gap, unit) > 0;
            digits[count++] = (char) ('0' + digit);
        } while (!low && !high || count < least);
        if (high && (!low || roundsUp(rest, unit, digit))) {
            countUp();
        }
    }

    private static boolean roundsUp(Natural rest, Natural unit, int digit) {
        int order = Natural.compareSum(rest, rest, unit);
        return order > 0 || order == 0 && (digit & 1) != 0;
    }

    /** Adds one to the last digit. */
    private void countUp() {
        int last = count - 1;
        while (last > 0 && digits[last] == '9') {
            --last;
            --count;
        }
        if (digits[last] == '9') {
            digits[0] = '1';
            ++point;
        } else {
            ++digits[last];
        }
    }

    private String format() {
        if (significand == 0) {
            return negative ? "-0.0" : "0.0";
        }
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

    /** Appends digits, zeros before the first and behind the last. */
    private void appendDigits(StringBuilder text, int start, int end) {
        for (int i = start; i < end; ++i) {
            text.append(i >= 0 && i < count ? digits[i] : '0');
        }
    }
}
