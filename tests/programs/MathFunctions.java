/** Functions of Math: within one unit in the last place of the exact value (sinh, cosh and tanh: three), and all special values. */
public class MathFunctions {

    static int wrong;

    static void near(String name, double actual, long expected, int allowed) {
        long distance = Math.abs(Double.doubleToLongBits(actual) - expected);
        if (distance > allowed) {
            wrong++;
            System.out.println(name + " " + actual + " " + distance);
        }
    }

    static void functions() {
        near("sin", Math.sin(0.5), 4602308182625945072L, 1);
        near("sin", Math.sin(-2.0), -4617006594204257210L, 1);
        near("sin", Math.sin(10.25), -4618579242154697942L, 1);
        near("sin", Math.sin(100000.0), 4585312765779017366L, 1);
        near("sin", Math.sin(123456789.125), 4607181305378929975L, 1);
        near("sin", Math.sin(6.02e+23), -4616845679114625857L, 1);
        near("cos", Math.cos(0.25), 4606902406788017825L, 1);
        near("cos", Math.cos(1.5707963267948966), 4364452196894661639L, 1);
        near("cos", Math.cos(-30.5), 4603661108079357135L, 1);
        near("cos", Math.cos(1e+22), 4602887919370356980L, 1);
        near("tan", Math.tan(0.75), 4606566294485004012L, 1);
        near("tan", Math.tan(1.5707963267948966), 4849535219099880885L, 1);
        near("tan", Math.tan(-8.0), 4619341812921377252L, 1);
        near("tan", Math.tan(1000000.0), -4622969797129849664L, 1);
        near("asin", Math.asin(0.1), 4591882244033050756L, 1);
        near("asin", Math.asin(-0.75), -4617558153183723300L, 1);
        near("asin", Math.asin(0.9999), 4609689365877183850L, 1);
        near("asin", Math.asin(1.0), 4609753056924675352L, 1);
        near("acos", Math.acos(0.1), 4609301942964057488L, 1);
        near("acos", Math.acos(-0.75), 4612629203707475651L, 1);
        near("acos", Math.acos(0.9999), 4579306075859965771L, 1);
        near("acos", Math.acos(-1.0), 4614256656552045848L, 1);
        near("atan", Math.atan(0.3), 4598922038761926406L, 1);
        near("atan", Math.atan(-0.6), -4620329151189414687L, 1);
        near("atan", Math.atan(1.0), 4605249457297304856L, 1);
        near("atan", Math.atan(2.0), 4607664973725548100L, 1);
        near("atan", Math.atan(10000000000.0), 4609753056924224992L, 1);
        near("exp", Math.exp(1.0), 4613303445314885481L, 1);
        near("exp", Math.exp(-0.3), 4604847916870499333L, 1);
        near("exp", Math.exp(700.5), 9158177991636768450L, 1);
        near("exp", Math.exp(-740.0), 85L, 1);
        near("exp", Math.exp(1e-10), 4607182418800467768L, 1);
        near("expm1", Math.expm1(1e-12), 4427486594234971069L, 1);
        near("expm1", Math.expm1(0.4), 4602531546018021248L, 1);
        near("expm1", Math.expm1(-1.5), -4618199395866957575L, 1);
        near("expm1", Math.expm1(30.0), 4801805078135318253L, 1);
        near("log", Math.log(2.0), 4604418534313441775L, 1);
        near("log", Math.log(0.5), -4618953502541334033L, 1);
        near("log", Math.log(1e-310), -4573882157708241656L, 1);
        near("log", Math.log(1.0000001), 4502148214114968722L, 1);
        near("log", Math.log(1e+300), 4649287341619838901L, 1);
        near("log1p", Math.log1p(1e-12), 4427486594234966117L, 1);
        near("log1p", Math.log1p(-0.5), -4618953502541334033L, 1);
        near("log1p", Math.log1p(5.0), 4610748186450599938L, 1);
        near("log10", Math.log10(1000.0), 4613937818241073152L, 1);
        near("log10", Math.log10(2.0), 4599094494223104511L, 1);
        near("log10", Math.log10(0.001), -4609434218613702656L, 1);
        near("log10", Math.log10(1e-320), -4579034921043894503L, 1);
        near("sinh", Math.sinh(0.1), 4591882195672193459L, 3);
        near("sinh", Math.sinh(-3.0), -4601542856576251474L, 3);
        near("sinh", Math.sinh(30.0), 4797301478507948269L, 3);
        near("cosh", Math.cosh(0.1), 4607204955569408824L, 3);
        near("cosh", Math.cosh(-3.0), 4621857207906343006L, 3);
        near("cosh", Math.cosh(30.0), 4797301478507948269L, 3);
        near("tanh", Math.tanh(0.1), 4591846256558424378L, 3);
        near("tanh", Math.tanh(-0.7), -4619753156317860207L, 3);
        near("tanh", Math.tanh(3.0), 4607137875981110016L, 3);
        near("cbrt", Math.cbrt(27.0), 4613937818241073152L, 1);
        near("cbrt", Math.cbrt(0.001), 4591870180066957722L, 1);
        near("cbrt", Math.cbrt(1e-310), 3060931636232025127L, 1);
        near("cbrt", Math.cbrt(12345.678), 4627198679122643463L, 1);
        near("pow", Math.pow(2.0, 0.5), 4609047870845172685L, 1);
        near("pow", Math.pow(10.0, -3.0), 4562254508917369340L, 1);
        near("pow", Math.pow(1.0000001, 100000000.0), 4671783799778941222L, 1);
        near("pow", Math.pow(0.3, -400.5), 7739770626111446221L, 1);
        near("pow", Math.pow(7.5, 300.25), 8537625839584168524L, 1);
        near("pow", Math.pow(1e-300, 1.05), 202402253L, 1);
        near("hypot", Math.hypot(3.0, 4.0), 4617315517961601024L, 1);
        near("hypot", Math.hypot(1e+200, 1e+200), 7601389629357644631L, 1);
        near("hypot", Math.hypot(1.5, 1e-09), 4609434218613702656L, 1);
        near("hypot", Math.hypot(3e-310, 4e-310), 101201126653655L, 1);
        near("atan2", Math.atan2(1.0, 2.0), 4602023952714414927L, 2);
        near("atan2", Math.atan2(-1.0, -3.0), -4609839898141173444L, 2);
        near("atan2", Math.atan2(5.0, -0.001), 4609753957644588817L, 2);
        near("atan2", Math.atan2(-2.0, 7.0), -4624687015974498866L, 2);
        near("StrictMath", StrictMath.sin(0.5) + StrictMath.exp(1), Double.doubleToLongBits(Math.sin(0.5) + Math.exp(1)), 4);
        System.out.println(wrong + " wrong");
    }

    static void specials() {
        double[] values = {-0.0, 1, 0.5, Double.NEGATIVE_INFINITY, Double.NaN};
        for (double x : values) {
            // Whether each is an exact special case: the others are compared as signs.
            double[] results = {Math.sin(x), Math.cos(x), Math.tan(x), Math.asin(x), Math.acos(x), Math.atan(x),
                Math.exp(x), Math.expm1(x), Math.log(x), Math.log1p(x), Math.log10(x), Math.sinh(x), Math.cosh(x),
                Math.tanh(x), Math.cbrt(x)};
            StringBuilder row = new StringBuilder();
            for (double r : results) {
                row.append(r != r ? "NaN" : r == 0 ? 1 / r > 0 ? "0" : "-0" : Double.isInfinite(r) ? r > 0 ? "inf" : "-inf"
                        : Math.rint(r) == r ? "" + (int) r : r > 0 ? "+" : "-").append(' ');
            }
            for (double y : values) {
                double p = Math.pow(x, y);
                double a = Math.atan2(x, y);
                double h = Math.hypot(x, y);
                row.append(p != p ? "N" : p == 0 ? 1 / p > 0 ? "0" : "-0" : Double.isInfinite(p) ? p > 0 ? "i" : "-i"
                        : p == 1 ? "1" : p > 0 ? "+" : "-");
                row.append(a != a ? 'N' : a == 0 ? 1 / a > 0 ? 'p' : 'm' : (char) ('f' + (int) (a * 1.3)));
                row.append(h != h ? 'N' : Double.isInfinite(h) ? 'i' : 'h').append(',');
            }
            System.out.println(row);
        }
    }

    static void exact() {
        System.out.println(Math.multiplyHigh(Long.MIN_VALUE, -3L) + " " + Math.multiplyHigh(0x123456789abcdefL, -0x7edcba9876543210L)
                + " " + Math.multiplyFull(-5, 1 << 30) + " " + Math.floorMod(-7L, 3) + Math.floorDiv(-7L, 2)
                + Math.absExact(-5) + Math.negateExact(7L) + Math.incrementExact(8) + Math.decrementExact(8L)
                + Math.getExponent(1e300) + Math.getExponent(0.1f) + Math.getExponent(0.0) + Math.copySign(2, -0.0)
                + Math.copySign(2f, 3f) + Math.nextUp(1.0) + Math.nextDown(0.0f) + Math.nextAfter(1.0, 0)
                + Math.nextAfter(1f, 2.0) + Math.ulp(1e10) + Math.ulp(1f) + Math.ulp(Double.MAX_VALUE));
        double[] numbers = {1.75, 4.9e-324, 1e308};
        for (double x : numbers) {
            System.out.print(Math.scalb(x, 3) + " " + Math.scalb(x, -1040) + " " + Math.scalb(x, 2050) + " "
                    + Math.scalb(x, -80) + " " + Math.IEEEremainder(x, 0.7) + " " + Math.IEEEremainder(5.5, x) + "; ");
        }
        System.out.println(Math.scalb(1.5f, 10) + Math.scalb(1.1f, -140) + Math.rint(2.5) + Math.signum(-2.0));
        for (int i = 0; i < 4; i++) {
            try {
                if (i == 0) {
                    Math.absExact(Integer.MIN_VALUE);
                } else if (i == 1) {
                    Math.incrementExact(Long.MAX_VALUE);
                } else if (i == 2) {
                    Math.multiplyExact(Long.MAX_VALUE, 2);
                } else {
                    Math.decrementExact(Integer.MIN_VALUE);
                }
            } catch (ArithmeticException e) {
                System.out.println(e.getMessage());
            }
        }
        double random = Math.random();
        System.out.println(random >= 0 && random < 1);
    }

    public static void main(String[] args) {
        functions();
        specials();
        exact();
    }
}
