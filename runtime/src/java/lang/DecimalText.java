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
        boolean power = significand == 0;
        if (exponent == 0) {
            exponent = 1;
        } else {
            significand |= 0x10000000000000L;
        }
        return of(bits < 0, significand, exponent - 1075, power, 53);
    }

    /**
     * Text of a finite double without sign, with a number of digits behind the point or, if {@code scientific}, behind the
     * first digit of a text with exponent; rounded from the digits of {@link #ofDouble}, halves up.
     */
    static String rounded(long bits, int places, boolean scientific) {
        DecimalText text = new DecimalText();
        int exponent = (int) (bits >>> 52) & 0x7ff;
        long significand = bits & 0xfffffffffffffL;
        if (bits << 1 != 0) {
            boolean power = significand == 0;
            text.fill(exponent == 0 ? significand : significand | 0x10000000000000L, exponent == 0 ? -1074 : exponent - 1075,
                    power, 53);
        } else if (scientific) {
            text.point = 1;
        }
        text.round(scientific ? places + 1 : text.point + places);
        StringBuilder result = new StringBuilder();
        int point = text.point;
        if (!scientific) {
            text.appendDigits(result, point > 0 ? 0 : point - 1, point);
            if (places > 0) {
                result.append('.');
                text.appendDigits(result, point, point + places);
            }
            return result.toString();
        }
        text.appendDigits(result, 0, 1);
        if (places > 0) {
            result.append('.');
            text.appendDigits(result, 1, places + 1);
        }
        result.append(point <= 0 ? "e-" : "e+");
        int shown = point <= 0 ? 1 - point : point - 1;
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

    static String ofFloat(int bits) {
        int exponent = bits >>> 23 & 0xff;
        int significand = bits & 0x7fffff;
        if (exponent == 0xff) {
            return special(significand == 0, bits < 0);
        }
        boolean power = significand == 0;
        if (exponent == 0) {
            exponent = 1;
        } else {
            significand |= 0x800000;
        }
        return of(bits < 0, significand, exponent - 150, power, 24);
    }

    private static String special(boolean infinite, boolean negative) {
        return infinite ? negative ? "-Infinity" : "Infinity" : "NaN";
    }

    /**
     * Text of significand * 2^exponent.
     *
     * @param power whether the number below is only half as far away as the one above
     * @param precision bits of a significand
     */
    private static String of(boolean negative, long significand, int exponent, boolean power, int precision) {
        if (significand == 0) {
            return negative ? "-0.0" : "0.0";
        }
        return new DecimalText().fill(significand, exponent, power, precision).format(negative);
    }

    /** Generates the digits. */
    private DecimalText fill(long significand, int exponent, boolean power, int precision) {
        if (exponent <= 63 - precision && (exponent >= 0 || exponent > -precision && significand << 64 + exponent == 0)) {
            long whole = exponent > 0 ? significand << exponent : significand >>> -exponent;
            takeWhole(whole, exponent - 2);
        } else if (exponent >= SMALLEST_FAST && exponent < 0) {
            generateFast(significand, exponent, power);
        } else {
            generate(significand, exponent, power);
        }
        return this;
    }

    /** Digits of a whole number whose lower bits, a number of them, tell nothing. */
    private void takeWhole(long whole, int emptyBits) {
        // log10(2) = 0.30103
        for (int drop = emptyBits > 0 ? emptyBits * 1233 >> 12 : 0; drop > 0; --drop) {
            long tenth = whole / 10;
            if (drop == 1 && whole - tenth * 10 >= 5) {
                ++tenth;
            }
            whole = tenth;
            ++point;
        }
        String decimal = Long.toString(whole);
        count = decimal.length();
        point += count;
        while (decimal.charAt(count - 1) == '0') {
            --count;
        }
        decimal.getChars(0, count, digits, 0);
    }

    /** Position of the decimal point, too small by one or two. */
    private static int estimatePoint(long significand, int exponent) {
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
     */
    private void generateFast(long significand, int exponent, boolean power) {
        int shift = power ? 2 : 1;
        long rest = significand << shift;
        long unit = 1L << shift - exponent;
        long gap = 1;
        point = estimatePoint(significand, exponent);
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
    }

    /** As {@link #generateFast}, for every exponent. */
    private void generate(long significand, int exponent, boolean power) {
        int shift = power ? 2 : 1;
        int room = (exponent < 0 ? -exponent : exponent) + 70 >> 4;
        Natural rest = new Natural(significand, room);
        Natural unit = new Natural(1, room);
        Natural gap = new Natural(1, room);
        rest.shiftLeft(exponent > 0 ? exponent + shift : shift);
        unit.shiftLeft(exponent > 0 ? shift : shift - exponent);
        gap.shiftLeft(exponent > 0 ? exponent : 0);
        point = estimatePoint(significand, exponent);
        if (point > 0) {
            unit.scale(point);
        } else {
            rest.scale(-point);
            gap.scale(-point);
        }
        while (rest.plus(gap).compareTo(unit) > 0) {
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
            high = rest.plus(gap).compareTo(unit) > 0;
            digits[count++] = (char) ('0' + digit);
        } while (!low && !high || count < least);
        if (high && (!low || roundsUp(rest, unit, digit))) {
            countUp();
        }
    }

    private static boolean roundsUp(Natural rest, Natural unit, int digit) {
        int order = rest.plus(rest).compareTo(unit);
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

    /** Appends digits, zeros before the first and behind the last. */
    private void appendDigits(StringBuilder text, int start, int end) {
        for (int i = start; i < end; ++i) {
            text.append(i >= 0 && i < count ? digits[i] : '0');
        }
    }
}
