import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;

/** Big numbers: known ones, and random operands whose results a digest sums up; the argument says how many. */
public class BigNumbers {

    static final Random RANDOM = new Random(1);
    static long digest;

    static void take(Object result) {
        digest = digest * 31 + result.toString().hashCode();
    }

    static BigInteger whole(int bits) {
        BigInteger number = new BigInteger(RANDOM.nextInt(bits), RANDOM);
        if (RANDOM.nextInt(4) == 0) {
            number = BigInteger.ONE.shiftLeft(RANDOM.nextInt(bits)).subtract(BigInteger.valueOf(RANDOM.nextInt(3)));
        }
        return RANDOM.nextBoolean() ? number : number.negate();
    }

    static void wholeNumbers(int count) {
        for (int i = 0; i < count; i++) {
            BigInteger a = whole(300);
            BigInteger b = whole(i % 2 == 0 ? 90 : 200).setBit(2);
            take(a.add(b));
            take(a.subtract(b));
            take(a.multiply(b).bitLength());
            BigInteger[] parts = a.divideAndRemainder(b);
            take(parts[0]);
            take(parts[1]);
            take(a.xor(b).hashCode() + a.and(b).intValue() + a.or(b).bitCount());
            take(a.shiftRight(i % 70).longValue() + a.shiftLeft(i % 35).compareTo(b));
            take(Double.doubleToLongBits(a.doubleValue()));
            take(b.toString(2 + i % 35));
        }
        System.out.println(digest);
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 30; i++) {
            factorial = factorial.multiply(BigInteger.valueOf(i));
        }
        System.out.println(factorial + " " + factorial.bitLength() + " " + factorial.getLowestSetBit());
        System.out.println(BigInteger.TWO.pow(127).subtract(BigInteger.ONE) + " " + new BigInteger("-ff", 16) + " "
                + BigInteger.valueOf(-8).shiftRight(2) + " " + BigInteger.valueOf(97).modPow(BigInteger.valueOf(1000),
                BigInteger.valueOf(1009)) + " " + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)) + " "
                + BigInteger.valueOf(84).gcd(BigInteger.valueOf(-36)) + " " + BigInteger.valueOf(65537).isProbablePrime(20)
                + BigInteger.valueOf(65536).nextProbablePrime() + " " + factorial.sqrt());
        try {
            BigInteger.ONE.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(new BigInteger("12x"));
        } catch (NumberFormatException e) {
            System.out.println("no number");
        }
    }

    static BigDecimal decimal() {
        return new BigDecimal(whole(100), RANDOM.nextInt(14) - 3);
    }

    static void decimals(int count) {
        digest = 0;
        for (int i = 0; i < count; i++) {
            BigDecimal a = decimal();
            BigDecimal b = decimal();
            MathContext context = new MathContext(1 + i % 20, RoundingMode.values()[i % 7]);
            take(a.add(b));
            take(a.subtract(b, context));
            take(a.multiply(b, context));
            take(b.signum() == 0 ? b : a.divide(b, context));
            take(b.signum() == 0 ? b : a.divide(b, 5, RoundingMode.HALF_EVEN));
            take(b.signum() == 0 ? b : a.remainder(b));
            take(a.setScale(2, RoundingMode.values()[i % 7]));
            take(a.compareTo(b) + a.precision() + a.hashCode());
            take(a.stripTrailingZeros().toPlainString());
            take(a.toEngineeringString());
        }
        System.out.println(digest);
        BigDecimal price = new BigDecimal("19.99");
        BigDecimal total = price.multiply(BigDecimal.valueOf(3)).multiply(new BigDecimal("1.19"));
        System.out.println(total + " " + total.setScale(2, RoundingMode.HALF_UP) + " " + new BigDecimal(0.1) + " "
                + BigDecimal.valueOf(0.1) + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("-0.000001230")
                + " " + new BigDecimal("123.4E-12") + " " + new BigDecimal("2").sqrt(new MathContext(30)) + " "
                + BigDecimal.ONE.divide(new BigDecimal("8")) + " " + new BigDecimal("1.10").equals(new BigDecimal("1.1"))
                + new BigDecimal("1.10").compareTo(new BigDecimal("1.1")) + " " + new BigDecimal("2.5").pow(10) + " "
                + MathContext.DECIMAL32 + " " + new BigDecimal("1234.5678").doubleValue());
        try {
            BigDecimal.ONE.divide(BigDecimal.valueOf(3));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(new BigDecimal("1.5").setScale(0));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 12;
        wholeNumbers(count);
        decimals(count);
    }
}
