/** Bytecodes that a variant can move or a machine can change, on random operands; its arguments are a seed and a number of rounds. */
public class Operands implements Comparable<Operands> {

    private static int state;
    private static int sum;
    private static long wide;
    private int field;
    private Object reference;

    public static void main(String[] args) {
        state = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        for (int round = 0; round < rounds; ++round) {
            floats();
            integers();
            longs();
            objects(round);
            exceptions();
        }
        System.out.println(sum + " " + wide);
    }

    private static int next() {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return state;
    }

    /** Operands of any kind, of near exponents, special ones. */
    private static float nextFloat() {
        int bits = next();
        switch (next() & 7) {
            case 0:
                return bits >> 8;
            case 1:
                return Float.intBitsToFloat(bits & 0x807fffff);
            case 2:
                return Float.intBitsToFloat(bits | 0x7f800000);
            case 3:
                return 0.0f;
            default:
                return Float.intBitsToFloat((bits & 0x83ffffff) | 0x3c000000);
        }
    }

    private static void floats() {
        float a = nextFloat();
        float b = nextFloat();
        sum += Float.floatToIntBits(a + b);
        sum += Float.floatToIntBits(b + a * 0.5f - b);
        if (a < b) {
            sum += (int) a;
        }
        wide += (long) b;
    }

    private static void integers() {
        int a = next();
        int b = next();
        sum += a * b + (a >> (b & 31)) * b;
        sum += (byte) a + (char) b + (short) (a + b);
        sum += (byte) (sum >>> 3);
        sum += a / (b | 1) + a % (b | 1);
    }

    private static void longs() {
        long a = (long) next() << 32 | next();
        long b = (next() & 1) == 0 ? a + (next() & 3) - 1 : (long) next() * next();
        if (a < b) {
            wide += a;
        } else if (a > b) {
            wide ^= b;
        }
        wide += a * b + (a >>> (int) (b & 63));
    }

    @Override
    public int compareTo(Operands other) {
        return field - other.field;
    }

    private static void objects(int round) {
        Operands[] some = new Operands[1 + (next() & 7)];
        for (int place = 0; place < some.length; ++place) {
            some[place] = new Operands();
            some[place].field = next();
            some[place].reference = (place & 1) == 0 ? some : new int[next() & 15];
        }
        for (Operands one : some) {
            Comparable<Operands> other = one;
            sum += other.compareTo(some[0]) >> 20;
            if (one.reference instanceof int[]) {
                sum += ((int[]) one.reference).length;
            }
            synchronized (one) {
                sum += one.field & round;
            }
        }
        int[] copy = new int[16];
        System.arraycopy(new int[] {sum, next(), next()}, 0, copy, next() & 7, 3);
        for (int word : copy) {
            sum += word;
        }
    }

    private static void exceptions() {
        int[] words = new int[4];
        try {
            words[next() & 7] = sum;
        } catch (ArrayIndexOutOfBoundsException beyond) {
            sum += 3;
        }
        try {
            Operands one = (next() & 3) == 0 ? null : new Operands();
            sum += one.field;
        } catch (NullPointerException none) {
            sum += 5;
        }
        try {
            sum /= next() & 3;
        } catch (ArithmeticException zero) {
            sum += 7;
        }
    }
}
