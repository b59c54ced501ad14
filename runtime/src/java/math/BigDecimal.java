package java.math;

import com.jopdesign.sys.BigNumber;
import java.util.Objects;

/** A decimal number: a whole one divided by 10 to the scale. */
public class BigDecimal extends Number implements Comparable<BigDecimal>, BigNumber {

    /** 0. */
    public static final BigDecimal ZERO = new BigDecimal(BigInteger.ZERO, 0);
    /** 1. */
    public static final BigDecimal ONE = new BigDecimal(BigInteger.ONE, 0);
    /** 10. */
    public static final BigDecimal TEN = new BigDecimal(BigInteger.TEN, 0);

    /** {@link RoundingMode#UP}. */
    @Deprecated
    public static final int ROUND_UP = 0;
    /** {@link RoundingMode#DOWN}. */
    @Deprecated
    public static final int ROUND_DOWN = 1;
    /** {@link RoundingMode#CEILING}. */
    @Deprecated
    public static final int ROUND_CEILING = 2;
    /** {@link RoundingMode#FLOOR}. */
    @Deprecated
    public static final int ROUND_FLOOR = 3;
    /** {@link RoundingMode#HALF_UP}. */
    @Deprecated
    public static final int ROUND_HALF_UP = 4;
    /** {@link RoundingMode#HALF_DOWN}. */
    @Deprecated
    public static final int ROUND_HALF_DOWN = 5;
    /** {@link RoundingMode#HALF_EVEN}. */
    @Deprecated
    public static final int ROUND_HALF_EVEN = 6;
    /** {@link RoundingMode#UNNECESSARY}. */
    @Deprecated
    public static final int ROUND_UNNECESSARY = 7;

    private final BigInteger unscaled;
    private final int scale;

    /** Number of digits, 0 if not counted yet. */
    private int precision;

    /** A whole number divided by 10 to a scale. */
    public BigDecimal(BigInteger unscaled, int scale) {
        this.unscaled = Objects.requireNonNull(unscaled);
        this.scale = scale;
    }

    /** A whole number. */
    public BigDecimal(BigInteger value) {
        this(value, 0);
    }

    /** A whole number, rounded. */
    public BigDecimal(BigInteger value, MathContext context) {
        this(new BigDecimal(value, 0).plus(context));
    }

    /** A whole number divided by 10 to a scale, rounded. */
    public BigDecimal(BigInteger unscaled, int scale, MathContext context) {
        this(new BigDecimal(unscaled, scale).plus(context));
    }

    private BigDecimal(BigDecimal other) {
        unscaled = other.unscaled;
        scale = other.scale;
        precision = other.precision;
    }

    /** The number of an int. */
    public BigDecimal(int value) {
        this(BigInteger.valueOf(value), 0);
    }

    /** The number of an int, rounded. */
    public BigDecimal(int value, MathContext context) {
        this(new BigDecimal(value).plus(context));
    }

    /** The number of a long. */
    public BigDecimal(long value) {
        this(BigInteger.valueOf(value), 0);
    }

    /** The number of a long, rounded. */
    public BigDecimal(long value, MathContext context) {
        this(new BigDecimal(value).plus(context));
    }

    /** The exact value of a double. */
    public BigDecimal(double value) {
        this(ofDouble(value));
    }

    /** The value of a double, rounded. */
    public BigDecimal(double value, MathContext context) {
        this(ofDouble(value).plus(context));
    }

    private static BigDecimal ofDouble(double value) {
        if (value != value || Double.isInfinite(value)) {
            throw new NumberFormatException("Infinite or NaN");
        }
        long bits = Double.doubleToLongBits(value);
        int exponent = (int) (bits >>> 52) & 0x7ff;
        long fraction = bits & 0xfffffffffffffL;
        fraction = exponent == 0 ? fraction << 1 : fraction | 0x10000000000000L;
        if (fraction == 0) {
            return ZERO;
        }
        int zeros = Long.numberOfTrailingZeros(fraction);
        BigInteger whole = BigInteger.valueOf(bits < 0 ? -(fraction >> zeros) : fraction >> zeros);
        exponent += zeros - 1075;
        // A half is 5 tenths.
        return exponent >= 0 ? new BigDecimal(whole.shiftLeft(exponent), 0)
                : new BigDecimal(whole.multiply(BigInteger.valueOf(5).pow(-exponent)), -exponent);
    }

    /** The number that a text is. */
    public BigDecimal(String text) {
        this(parse(text));
    }

    /** The number that a text is, rounded. */
    public BigDecimal(String text, MathContext context) {
        this(parse(text).plus(context));
    }

    /** The number that characters are. */
    public BigDecimal(char[] text) {
        this(parse(new String(text)));
    }

    /** The number that some of the characters are. */
    public BigDecimal(char[] text, int start, int length) {
        this(parse(new String(text, start, length)));
    }

    private static BigDecimal parse(String text) {
        int length = text.length();
        StringBuilder digits = new StringBuilder(length);
        long scale = 0;
        boolean point = false;
        boolean any = false;
        int i = 0;
        if (length > 0 && (text.charAt(0) == '-' || text.charAt(0) == '+')) {
            if (text.charAt(0) == '-') {
                digits.append('-');
            }
            i = 1;
        }
        for (; i < length; ++i) {
            char c = text.charAt(i);
            if (c == '.' && !point) {
                point = true;
            } else if (c == 'e' || c == 'E') {
                break;
            } else {
                int digit = Character.digit(c, 10);
                if (digit < 0) {
                    throw new NumberFormatException("Character " + c
                            + " is neither a decimal digit number, decimal point, nor \"e\" notation exponential mark.");
                }
                digits.append((char) ('0' + digit));
                any = true;
                if (point) {
                    ++scale;
                }
            }
        }
        if (!any) {
            throw new NumberFormatException("No digits found.");
        }
        if (i < length) {
            scale -= exponent(text, i + 1);
        }
        if ((int) scale != scale) {
            throw new NumberFormatException("Scale out of range.");
        }
        return new BigDecimal(new BigInteger(digits.toString()), (int) scale);
    }

    private static long exponent(String text, int start) {
        int length = text.length();
        boolean negative = start < length && text.charAt(start) == '-';
        if (negative || start < length && text.charAt(start) == '+') {
            ++start;
        }
        if (start >= length) {
            throw new NumberFormatException("No exponent digits.");
        }
        long exponent = 0;
        for (; start < length; ++start) {
            int digit = Character.digit(text.charAt(start), 10);
            if (digit < 0) {
                throw new NumberFormatException("Not a digit.");
            }
            exponent = exponent * 10 + digit;
            if (exponent > 99999999999L) {
                throw new NumberFormatException("Too many nonzero exponent digits.");
            }
        }
        return negative ? -exponent : exponent;
    }

    /** The number of a long. */
    public static BigDecimal valueOf(long value) {
        return new BigDecimal(BigInteger.valueOf(value), 0);
    }

    /** A long divided by 10 to a scale. */
    public static BigDecimal valueOf(long unscaled, int scale) {
        return new BigDecimal(BigInteger.valueOf(unscaled), scale);
    }

    /** The number that the text of a double is. */
    public static BigDecimal valueOf(double value) {
        return new BigDecimal(Double.toString(value));
    }

    private static BigInteger tenTo(long exponent) {
        if (exponent > 1000000000) {
            throw new ArithmeticException("Underflow");
        }
        if (exponent > 200) {
            return BigInteger.TEN.pow((int) exponent);
        }
        // A digit has less than 54/512 words.
        int[] words = new int[((int) exponent * 54 >> 9) + 1];
        words[0] = 1;
        int left = (int) exponent;
        for (; left >= 4; left -= 4) {
            Magnitude.multiplyAdd(words, 10000, 0);
        }
        for (; left > 0; --left) {
            Magnitude.multiplyAdd(words, 10, 0);
        }
        return new BigInteger(1, Magnitude.trim(words));
    }

    private static int checkScale(long scale, boolean zero) {
        if (scale > Integer.MAX_VALUE) {
            if (zero) {
                return Integer.MAX_VALUE;
            }
            throw new ArithmeticException("Underflow");
        }
        if (scale < Integer.MIN_VALUE) {
            if (zero) {
                return Integer.MIN_VALUE;
            }
            throw new ArithmeticException("Overflow");
        }
        return (int) scale;
    }

    private static BigDecimal make(BigInteger unscaled, long scale) {
        return new BigDecimal(unscaled, checkScale(scale, unscaled.signum() == 0));
    }

    /** The unscaled number with a larger scale. */
    private BigInteger at(int newScale) {
        long more = (long) newScale - scale;
        return more == 0 || unscaled.signum() == 0 ? unscaled : unscaled.multiply(tenTo(more));
    }

    /** The sum. */
    public BigDecimal add(BigDecimal other) {
        int common = Math.max(scale, other.scale);
        return new BigDecimal(at(common).add(other.at(common)), common);
    }

    /** The sum, rounded. */
    public BigDecimal add(BigDecimal other, MathContext context) {
        if (context.getPrecision() == 0) {
            return add(other);
        }
        if (signum() == 0 || other.signum() == 0) {
            return addZero(signum() == 0 ? other : this, Math.max(scale, other.scale), context);
        }
        return add(other).plus(context);
    }

    /** A number plus zero, with as many places as both have if there is room for them. */
    private static BigDecimal addZero(BigDecimal value, int places, MathContext context) {
        if (value.signum() == 0) {
            return new BigDecimal(BigInteger.ZERO, places);
        }
        BigDecimal result = value.plus(context);
        if (result.scale == places) {
            return result;
        }
        if (result.scale > places) {
            return result.strip(places);
        }
        int room = context.getPrecision() - result.precision();
        return result.setScale((int) Math.min((long) result.scale + room, places));
    }

    /** The difference. */
    public BigDecimal subtract(BigDecimal other) {
        return add(other.negate());
    }

    /** The difference, rounded. */
    public BigDecimal subtract(BigDecimal other, MathContext context) {
        return add(other.negate(), context);
    }

    /** The product. */
    public BigDecimal multiply(BigDecimal other) {
        return make(unscaled.multiply(other.unscaled), (long) scale + other.scale);
    }

    /** The product, rounded. */
    public BigDecimal multiply(BigDecimal other, MathContext context) {
        return multiply(other).plus(context);
    }

    /** Divides whole numbers and rounds the quotient. */
    private static BigInteger divide(BigInteger a, BigInteger b, RoundingMode mode) {
        BigInteger[] parts = a.divideAndRemainder(b);
        if (parts[1].signum() == 0) {
            return parts[0];
        }
        int sign = a.signum() * b.signum();
        boolean away;
        switch (mode) {
            case UP:
                away = true;
                break;
            case DOWN:
                away = false;
                break;
            case CEILING:
                away = sign > 0;
                break;
            case FLOOR:
                away = sign < 0;
                break;
            case UNNECESSARY:
                throw new ArithmeticException("Rounding necessary");
            default:
                int half = parts[1].shiftLeft(1).abs().compareTo(b.abs());
                away = half > 0 || half == 0
                        && (mode == RoundingMode.HALF_UP || mode == RoundingMode.HALF_EVEN && parts[0].testBit(0));
                break;
        }
        return away ? parts[0].add(BigInteger.valueOf(sign)) : parts[0];
    }

    private static void checkDivisor(BigDecimal a, BigDecimal b) {
        if (b.signum() == 0) {
            throw new ArithmeticException(a.signum() == 0 ? "Division undefined" : "Division by zero");
        }
    }

    /** The quotient with a scale. */
    public BigDecimal divide(BigDecimal divisor, int newScale, RoundingMode mode) {
        long shift = (long) newScale + divisor.scale - scale;
        BigInteger a = shift > 0 ? unscaled.multiply(tenTo(shift)) : unscaled;
        if (divisor.signum() == 0) {
            throw new ArithmeticException(a.bitLength() < 64 ? "/ by zero" : "BigInteger divide by zero");
        }
        BigInteger b = shift < 0 ? divisor.unscaled.multiply(tenTo(-shift)) : divisor.unscaled;
        return new BigDecimal(divide(a, b, mode), newScale);
    }

    /** The quotient with a scale. */
    @Deprecated
    public BigDecimal divide(BigDecimal divisor, int newScale, int mode) {
        return divide(divisor, newScale, oldMode(mode));
    }

    private static RoundingMode oldMode(int mode) {
        if (mode < 0 || mode > 7) {
            throw new IllegalArgumentException("Invalid rounding mode");
        }
        return RoundingMode.valueOf(mode);
    }

    /** The quotient with the scale of this number. */
    public BigDecimal divide(BigDecimal divisor, RoundingMode mode) {
        return divide(divisor, scale, mode);
    }

    /** The quotient with the scale of this number. */
    @Deprecated
    public BigDecimal divide(BigDecimal divisor, int mode) {
        return divide(divisor, scale, oldMode(mode));
    }

    /** The exact quotient. */
    public BigDecimal divide(BigDecimal divisor) {
        checkDivisor(this, divisor);
        long wanted = (long) scale - divisor.scale;
        if (signum() == 0) {
            return make(BigInteger.ZERO, Math.max(Math.min(wanted, Integer.MAX_VALUE), Integer.MIN_VALUE));
        }
        // A quotient that ends has no more digits than this.
        long digits = Math.min(precision() + (10L * divisor.precision() + 2) / 3, Integer.MAX_VALUE);
        BigDecimal quotient;
        try {
            quotient = divide(divisor, new MathContext((int) digits, RoundingMode.UNNECESSARY));
        } catch (ArithmeticException e) {
            throw new ArithmeticException("Non-terminating decimal expansion; no exact representable decimal result.");
        }
        int places = checkScale(wanted, false);
        return places > quotient.scale ? quotient.setScale(places) : quotient;
    }

    /** The quotient, rounded. */
    public BigDecimal divide(BigDecimal divisor, MathContext context) {
        int digits = context.getPrecision();
        if (digits == 0) {
            return divide(divisor);
        }
        checkDivisor(this, divisor);
        long wanted = (long) scale - divisor.scale;
        if (signum() == 0) {
            return make(BigInteger.ZERO, Math.max(Math.min(wanted, Integer.MAX_VALUE), Integer.MIN_VALUE));
        }
        // The quotient of the unscaled numbers gets as many digits as wanted, or one more.
        long shift = (long) digits + divisor.precision() - precision();
        BigInteger a = unscaled.abs();
        BigInteger b = divisor.unscaled.abs();
        BigInteger wide = shift > 0 ? a.multiply(tenTo(shift)) : a;
        BigInteger narrow = shift < 0 ? b.multiply(tenTo(-shift)) : b;
        if (wide.compareTo(narrow.multiply(tenTo(digits))) >= 0) {
            --shift;
            if (shift >= 0) {
                wide = a.multiply(tenTo(shift));
            } else {
                narrow = b.multiply(tenTo(-shift));
            }
        }
        BigInteger quotient = divide(signum() < 0 ? wide.negate() : wide, divisor.signum() < 0 ? narrow.negate() : narrow,
                context.getRoundingMode());
        BigDecimal result = make(quotient, wanted + shift).plus(context);
        boolean exact = quotient.multiply(narrow).abs().equals(wide);
        return exact ? result.strip(wanted) : result;
    }

    /** The whole part of the quotient. */
    public BigDecimal divideToIntegralValue(BigDecimal divisor) {
        checkDivisor(this, divisor);
        long wanted = (long) scale - divisor.scale;
        int places = (int) Math.max(Math.min(wanted, Integer.MAX_VALUE), Integer.MIN_VALUE);
        if (signum() == 0) {
            return new BigDecimal(BigInteger.ZERO, places);
        }
        BigDecimal whole = divide(divisor, 0, RoundingMode.DOWN);
        return whole.signum() == 0 ? new BigDecimal(BigInteger.ZERO, places)
                : wanted >= 0 ? whole.setScale(places) : whole.strip(wanted);
    }

    /** The whole part of the quotient, which must not have more digits than the context. */
    public BigDecimal divideToIntegralValue(BigDecimal divisor, MathContext context) {
        int digits = context.getPrecision();
        BigDecimal whole = divideToIntegralValue(divisor);
        if (digits == 0 || whole.signum() == 0) {
            return whole;
        }
        long wanted = (long) scale - divisor.scale;
        BigDecimal shortest = whole.strip(Long.MIN_VALUE);
        if (shortest.precision() - Math.min(shortest.scale, 0) > digits && shortest.precision() > digits) {
            throw new ArithmeticException("Division impossible");
        }
        BigDecimal result = whole.strip(wanted);
        if (result.precision() > digits) {
            result = result.strip((long) result.scale - (result.precision() - digits));
        }
        return result;
    }

    /** What the whole part of the quotient leaves. */
    public BigDecimal remainder(BigDecimal divisor) {
        return subtract(divideToIntegralValue(divisor).multiply(divisor));
    }

    /** What the whole part of the quotient leaves. */
    public BigDecimal remainder(BigDecimal divisor, MathContext context) {
        return subtract(divideToIntegralValue(divisor, context).multiply(divisor));
    }

    /** The whole part of the quotient and what it leaves. */
    public BigDecimal[] divideAndRemainder(BigDecimal divisor) {
        BigDecimal whole = divideToIntegralValue(divisor);
        return new BigDecimal[] {whole, subtract(whole.multiply(divisor))};
    }

    /** The whole part of the quotient and what it leaves. */
    public BigDecimal[] divideAndRemainder(BigDecimal divisor, MathContext context) {
        BigDecimal whole = divideToIntegralValue(divisor, context);
        return new BigDecimal[] {whole, subtract(whole.multiply(divisor))};
    }

    /** The square root, rounded. */
    public BigDecimal sqrt(MathContext context) {
        int sign = signum();
        if (sign < 0) {
            throw new ArithmeticException("Attempted square root of negative BigDecimal");
        }
        int wanted = scale / 2;
        if (sign == 0) {
            return new BigDecimal(BigInteger.ZERO, wanted);
        }
        int digits = context.getPrecision();
        boolean exactOnly = digits == 0 || context.getRoundingMode() == RoundingMode.UNNECESSARY;
        int working = digits == 0 ? precision() / 2 + 1 : digits;
        // The root of the unscaled number gets two digits more than wanted.
        BigDecimal stripped = strip(Long.MIN_VALUE);
        long shift = Math.max(0, 2L * working + 4 - stripped.precision());
        if ((stripped.scale + shift & 1) != 0) {
            ++shift;
        }
        BigInteger[] root = stripped.unscaled.multiply(tenTo(shift)).sqrtAndRemainder();
        boolean exact = root[1].signum() == 0;
        if (!exact && exactOnly) {
            throw new ArithmeticException("Computed square root not exact.");
        }
        // A digit that is not 0 behind the others stands for what was cut off.
        BigInteger digitsOfRoot = exact ? root[0] : root[0].multiply(BigInteger.TEN).add(BigInteger.ONE);
        long places = (stripped.scale + shift) / 2 + (exact ? 0 : 1);
        BigDecimal result = make(digitsOfRoot, places);
        if (!exact) {
            return result.plus(context).strip(wanted);
        }
        result = result.strip(wanted);
        if (digits != 0 && result.precision() > digits) {
            if (exactOnly) {
                throw new ArithmeticException("Computed square root not exact.");
            }
            return result.plus(context);
        }
        if (result.scale < wanted) {
            int room = digits == 0 ? wanted - result.scale : Math.max(0, digits - result.precision());
            result = result.setScale((int) Math.min(wanted, (long) result.scale + room));
        }
        return result;
    }

    /** A power. */
    public BigDecimal pow(int exponent) {
        if (exponent < 0 || exponent > 999999999) {
            throw new ArithmeticException("Invalid operation");
        }
        return make(unscaled.pow(exponent), (long) scale * exponent);
    }

    /** A power, rounded; the algorithm is that of ANSI X3.274-1996, section 7.4. */
    public BigDecimal pow(int exponent, MathContext context) {
        if (context.getPrecision() == 0) {
            return pow(exponent);
        }
        if (exponent < -999999999 || exponent > 999999999) {
            throw new ArithmeticException("Invalid operation");
        }
        if (exponent == 0) {
            return ONE;
        }
        int size = Math.abs(exponent);
        int length = Integer.toString(size).length();
        if (length > context.getPrecision()) {
            throw new ArithmeticException("Invalid operation");
        }
        MathContext working = new MathContext(context.getPrecision() + length + 1, context.getRoundingMode());
        BigDecimal power = ONE;
        for (int bit = 31 - Integer.numberOfLeadingZeros(size); bit >= 0; --bit) {
            if (power != ONE) {
                power = power.multiply(power, working);
            }
            if ((size >>> bit & 1) != 0) {
                power = power.multiply(this, working);
            }
        }
        if (exponent < 0) {
            power = ONE.divide(power, working);
        }
        return power.plus(context);
    }

    /** The absolute value. */
    public BigDecimal abs() {
        return signum() < 0 ? negate() : this;
    }

    /** The absolute value, rounded. */
    public BigDecimal abs(MathContext context) {
        return signum() < 0 ? negate(context) : plus(context);
    }

    /** The number with the other sign. */
    public BigDecimal negate() {
        return new BigDecimal(unscaled.negate(), scale);
    }

    /** The number with the other sign, rounded. */
    public BigDecimal negate(MathContext context) {
        return negate().plus(context);
    }

    /** This number. */
    public BigDecimal plus() {
        return this;
    }

    /** This number, rounded. */
    public BigDecimal plus(MathContext context) {
        BigDecimal result = this;
        int digits = context.getPrecision();
        if (digits == 0) {
            return result;
        }
        // Rounding 999 gives a digit more.
        for (int drop = result.precision() - digits; drop > 0; drop = result.precision() - digits) {
            BigInteger rounded = divide(result.unscaled, tenTo(drop), context.getRoundingMode());
            result = make(rounded, (long) result.scale - drop);
        }
        return result;
    }

    /** This number, rounded. */
    public BigDecimal round(MathContext context) {
        return plus(context);
    }

    /** -1, 0 or 1. */
    public int signum() {
        return unscaled.signum();
    }

    /** Number of places behind the point. */
    public int scale() {
        return scale;
    }

    /** Number of digits. */
    public int precision() {
        if (precision == 0) {
            precision = digits(unscaled);
        }
        return precision;
    }

    private static int digits(BigInteger number) {
        if (number.signum() == 0) {
            return 1;
        }
        BigInteger size = number.abs();
        // 2 to 32 times the decimal logarithm of 2.
        int least = (int) ((size.bitLength() - 1) * 1292913986L >>> 32) + 1;
        return size.compareTo(tenTo(least)) >= 0 ? least + 1 : least;
    }

    /** The whole number that is divided. */
    public BigInteger unscaledValue() {
        return unscaled;
    }

    /** The number with another scale, rounded. */
    public BigDecimal setScale(int newScale, RoundingMode mode) {
        if (newScale >= scale) {
            return newScale == scale ? this : new BigDecimal(at(newScale), newScale);
        }
        return new BigDecimal(divide(unscaled, tenTo((long) scale - newScale), mode), newScale);
    }

    /** The number with another scale, rounded. */
    @Deprecated
    public BigDecimal setScale(int newScale, int mode) {
        return setScale(newScale, oldMode(mode));
    }

    /** The number with another scale; nothing may be lost. */
    public BigDecimal setScale(int newScale) {
        return setScale(newScale, RoundingMode.UNNECESSARY);
    }

    /** The number with the point further left. */
    public BigDecimal movePointLeft(int places) {
        return places == 0 ? this : move((long) scale + places);
    }

    /** The number with the point further right. */
    public BigDecimal movePointRight(int places) {
        return places == 0 ? this : move((long) scale - places);
    }

    private BigDecimal move(long newScale) {
        BigDecimal moved = make(unscaled, newScale);
        return moved.scale < 0 ? moved.setScale(0) : moved;
    }

    /** The number times 10 to a power; only the scale changes. */
    public BigDecimal scaleByPowerOfTen(int exponent) {
        return make(unscaled, (long) scale - exponent);
    }

    /** The number without zeros at its end. */
    public BigDecimal stripTrailingZeros() {
        return signum() == 0 ? ZERO : strip(Long.MIN_VALUE);
    }

    /** The number without zeros at its end, as far as the scale stays above another. */
    private BigDecimal strip(long least) {
        BigInteger digits = unscaled;
        long places = scale;
        while (places > least && !digits.testBit(0) && digits.signum() != 0) {
            BigInteger[] parts = digits.divideAndRemainder(BigInteger.TEN);
            if (parts[1].signum() != 0) {
                break;
            }
            digits = parts[0];
            --places;
        }
        return places == scale ? this : make(digits, places);
    }

    @Override
    public int compareTo(BigDecimal other) {
        int sign = signum();
        if (sign != other.signum() || sign == 0) {
            return Integer.compare(sign, other.signum());
        }
        // The places before the point tell if they differ: no digits are made for 1E1000000.
        long here = (long) precision() - scale;
        long there = (long) other.precision() - other.scale;
        if (here != there) {
            return here < there ? -sign : sign;
        }
        int common = Math.max(scale, other.scale);
        return at(common).compareTo(other.at(common));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BigDecimal && ((BigDecimal) other).scale == scale
                && unscaled.equals(((BigDecimal) other).unscaled);
    }

    @Override
    public int hashCode() {
        return 31 * unscaled.hashCode() + scale;
    }

    /** The smaller one. */
    public BigDecimal min(BigDecimal other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** The larger one. */
    public BigDecimal max(BigDecimal other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** The step between numbers with this scale. */
    public BigDecimal ulp() {
        return new BigDecimal(BigInteger.ONE, scale);
    }

    @Override
    public String toString() {
        return text(false);
    }

    /** The text with an exponent that is a multiple of 3, if it needs one. */
    public String toEngineeringString() {
        return text(true);
    }

    private String text(boolean thousands) {
        StringBuilder text = new StringBuilder(unscaled.abs().toString());
        int length = text.length();
        long exponent = -(long) scale + length - 1;
        if (scale >= 0 && exponent >= -6) {
            point(text, scale);
        } else {
            int before = 1;
            if (thousands) {
                int over = (int) (exponent % 3);
                over = over < 0 ? over + 3 : over;
                exponent -= over;
                before += over;
                if (signum() == 0) {
                    // Zeros have no digits to spare: the exponent goes up instead.
                    exponent += over == 0 ? 0 : 3;
                    before = over == 0 ? 1 : 0;
                    length = 1;
                    if (over != 0) {
                        text.setLength(0);
                        text.append(over == 1 ? "0.00" : "0.0");
                        before = text.length();
                        length = before;
                    }
                }
            }
            while (length < before) {
                text.append('0');
                ++length;
            }
            if (length > before) {
                text.insert(before, '.');
            }
            if (exponent != 0) {
                text.append('E');
                if (exponent > 0) {
                    text.append('+');
                }
                text.append(exponent);
            }
        }
        return signum() < 0 ? text.insert(0, '-').toString() : text.toString();
    }

    private static void point(StringBuilder text, int places) {
        if (places == 0) {
            return;
        }
        int before = text.length() - places;
        if (before > 0) {
            text.insert(before, '.');
        } else {
            StringBuilder zeros = new StringBuilder("0.");
            for (int i = before; i < 0; ++i) {
                zeros.append('0');
            }
            text.insert(0, zeros.toString());
        }
    }

    /** The text without exponent. */
    public String toPlainString() {
        StringBuilder text = new StringBuilder(unscaled.abs().toString());
        if (scale > 0) {
            point(text, scale);
        } else if (signum() != 0) {
            for (int i = scale; i < 0; ++i) {
                text.append('0');
            }
        }
        return signum() < 0 ? text.insert(0, '-').toString() : text.toString();
    }

    /** The whole part. */
    public BigInteger toBigInteger() {
        return setScale(0, RoundingMode.DOWN).unscaled;
    }

    /** The value as a whole number, which it must be. */
    public BigInteger toBigIntegerExact() {
        return setScale(0, RoundingMode.UNNECESSARY).unscaled;
    }

    /** Whether the whole part has more digits than a long. */
    private boolean isHuge() {
        return (long) precision() - scale > 19 || signum() == 0;
    }

    @Override
    public long longValue() {
        // Bits beyond those of a long are cut off, so a huge number of low zeros is 0.
        return scale <= -64 || signum() == 0 || (long) precision() - scale <= 0 ? 0 : toBigInteger().longValue();
    }

    @Override
    public int intValue() {
        return (int) longValue();
    }

    /** The value as a long, which it must be. */
    public long longValueExact() {
        if (isHuge()) {
            if (signum() == 0) {
                return 0;
            }
            throw new ArithmeticException("Overflow");
        }
        if ((long) precision() - scale <= 0) {
            throw new ArithmeticException("Rounding necessary");
        }
        BigInteger whole = toBigIntegerExact();
        if (whole.bitLength() > 63) {
            throw new ArithmeticException("Overflow");
        }
        return whole.longValue();
    }

    /** The value as an int, which it must be. */
    public int intValueExact() {
        long value = longValueExact();
        if ((int) value != value) {
            throw new ArithmeticException("Overflow");
        }
        return (int) value;
    }

    /** The value as a short, which it must be. */
    public short shortValueExact() {
        long value = longValueExact();
        if ((short) value != value) {
            throw new ArithmeticException("Overflow");
        }
        return (short) value;
    }

    /** The value as a byte, which it must be. */
    public byte byteValueExact() {
        long value = longValueExact();
        if ((byte) value != value) {
            throw new ArithmeticException("Overflow");
        }
        return (byte) value;
    }

    @Override
    public double doubleValue() {
        return Double.parseDouble(toString());
    }

    @Override
    public float floatValue() {
        return Float.parseFloat(toString());
    }

    @Override
    public String textFor(char letter, int precision) {
        int places = precision < 0 ? 6 : precision;
        if (letter == 'f') {
            return setScale(places, RoundingMode.HALF_UP).toPlainString();
        }
        boolean general = letter == 'g' || letter == 'G';
        if (!general && letter != 'e' && letter != 'E') {
            return null;
        }
        int digits = !general ? places + 1 : places == 0 ? 1 : places;
        BigDecimal rounded = round(new MathContext(digits, RoundingMode.HALF_UP));
        int power = rounded.precision() - 1 - rounded.scale();
        if (general && (rounded.signum() == 0 ? rounded.scale() == 0 : power >= -4 && power < digits)) {
            return rounded.setScale(digits - 1 - power).toPlainString();
        }
        StringBuilder text = new StringBuilder(rounded.unscaledValue().toString());
        int start = rounded.signum() < 0 ? 1 : 0;
        while (text.length() - start < digits) {
            text.append('0');
        }
        if (digits > 1) {
            text.insert(start + 1, '.');
        }
        text.append(power < 0 ? "e-" : "e+");
        int shown = power < 0 ? -power : power;
        return text.append(shown < 10 ? "0" : "").append(shown).toString();
    }
}
