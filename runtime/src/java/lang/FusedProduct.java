package java.lang;

import java.math.BigInteger;

/** a * b + c, rounded once: the sum is a whole number times a power of 2. */
final class FusedProduct {

    private FusedProduct() {
    }

    /** The fraction as a whole number. */
    private static BigInteger whole(double a) {
        long bits = Double.doubleToRawLongBits(a);
        long fraction = bits & 0xfffffffffffffL;
        long value = (bits >>> 52 & 0x7ff) == 0 ? fraction : fraction | 0x10000000000000L;
        return BigInteger.valueOf(bits < 0 ? -value : value);
    }

    private static int exponent(double a) {
        int exponent = (int) (Double.doubleToRawLongBits(a) >>> 52) & 0x7ff;
        return (exponent == 0 ? 1 : exponent) - 1075;
    }

    /** The sum with a number of bits, none of them below a power of 2; finite arguments, the product not 0. */
    static double of(double a, double b, double c, int precision, int lowest) {
        BigInteger product = whole(a).multiply(whole(b));
        BigInteger addend = whole(c);
        int place = exponent(a) + exponent(b);
        int difference = place - exponent(c);
        if (difference > 0) {
            product = product.shiftLeft(difference);
            place -= difference;
        } else {
            addend = addend.shiftLeft(-difference);
        }
        return round(product.add(addend), place, precision, lowest);
    }

    private static double round(BigInteger sum, int place, int precision, int lowest) {
        BigInteger size = sum.abs();
        int cut = Math.max(size.bitLength() - precision, lowest - place);
        if (cut > 0) {
            BigInteger kept = size.shiftRight(cut);
            boolean half = size.testBit(cut - 1);
            if (half && (kept.testBit(0) || size.getLowestSetBit() < cut - 1)) {
                kept = kept.add(BigInteger.ONE);
            }
            size = kept;
            place += cut;
        }
        double result = Math.scalb(size.doubleValue(), place);
        return sum.signum() < 0 ? -result : result;
    }
}
