/** Operands for one operation, the same on every machine: made with int arithmetic and shifts alone. */
final class Operands {

    static int ia;
    static int ib;
    static long la;
    static long lb;
    static float fa;
    static float fb;
    static double da;
    static double db;

    private static final int[] FLOATS = {
        0x00000000, 0x00000001, 0x00000002, 0x007fffff, 0x00800000, 0x00800001, 0x3e800000, 0x3f000000,
        0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fc00000, 0x40000000, 0x40400000, 0x4b000000, 0x4b7fffff,
        0x4b800000, 0x4effffff, 0x4f000000, 0x4f800000, 0x5effffff, 0x5f000000, 0x7e800000, 0x7f000000,
        0x7f7ffffe, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7f800001, 0x33800000, 0x34000000, 0x1f800000,
    };

    /** High and low words. */
    private static final int[] DOUBLES = {
        0x00000000, 0x00000000, 0x00000000, 0x00000001, 0x00000000, 0x00000002, 0x000fffff, 0xffffffff,
        0x00100000, 0x00000000, 0x00100000, 0x00000001, 0x3fd00000, 0x00000000, 0x3fe00000, 0x00000000,
        0x3fefffff, 0xffffffff, 0x3ff00000, 0x00000000, 0x3ff00000, 0x00000001, 0x3ff80000, 0x00000000,
        0x40000000, 0x00000000, 0x40080000, 0x00000000, 0x43300000, 0x00000000, 0x433fffff, 0xffffffff,
        0x43400000, 0x00000000, 0x41dfffff, 0xffc00000, 0x41e00000, 0x00000000, 0x41f00000, 0x00000000,
        0x43dfffff, 0xffffffff, 0x43e00000, 0x00000000, 0x7fd00000, 0x00000000, 0x7fe00000, 0x00000000,
        0x7fefffff, 0xfffffffe, 0x7fefffff, 0xffffffff, 0x7ff00000, 0x00000000, 0x7ff80000, 0x00000000,
        0x7ff00000, 0x00000001, 0x3ca00000, 0x00000000, 0x47efffff, 0xe0000000, 0x36a00000, 0x00000000,
    };

    private static final int[] INTS = {
        0, 1, -1, 2, 3, 7, 10, 0x7f, 0xff, 0xffff, 0x10000, 0xffffff, 0x1000000, 0x1000001, 0x7fffff80, 0x7fffffff,
        0x80000000, 0x80000001, 0xffff0000, 0x00ffffff,
    };

    private static int state;

    private Operands() {
    }

    static void start(int seed, int block) {
        state = seed * 0x9e3779b1 ^ (block + 1) * 0x85ebca6b;
        if (state == 0) {
            state = 1;
        }
        next();
        next();
    }

    private static int next() {
        int x = state;
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        state = x;
        return x;
    }

    static void ints() {
        ia = anInt();
        ib = anInt();
        if (ib == 0) {
            ib = 1;
        }
    }

    private static int anInt() {
        int kind = next();
        if ((kind & 7) == 0) {
            int corner = INTS[(kind >>> 8) % INTS.length];
            return (kind & 8) == 0 ? corner : -corner;
        }
        return next() >> (kind >>> 27);
    }

    static void longs() {
        la = aLong();
        lb = aLong();
        ib = next();
        if (lb == 0) {
            lb = 1;
        }
    }

    private static long aLong() {
        int kind = next();
        if ((kind & 7) == 0) {
            int high = INTS[(kind >>> 8 & 0xff) % INTS.length];
            return join(high, INTS[(kind >>> 16) % INTS.length]);
        }
        int high = next();
        return join(high, next()) >> (kind >>> 26);
    }

    private static long join(int high, int low) {
        return (long) high << 32 | low & 0xffffffffL;
    }

    /** A pair of floats: anything, corners, near each other, with few digits, tiny, whole. */
    static void floats() {
        int kind = next();
        int a = next();
        int b = next();
        switch (kind >>> 28) {
            case 6:
                a = cornerFloat(a);
                b = cornerFloat(b);
                break;
            case 7:
                if ((kind & 1) == 0) {
                    a = cornerFloat(a);
                } else {
                    b = cornerFloat(b);
                }
                break;
            case 8:
            case 9:
                b = nearFloat(kind, a, b);
                break;
            case 10:
            case 11:
                a &= 0xff800000 | -1 << (kind >>> 4 & 15) + 8;
                b &= 0xff800000 | -1 << (kind >>> 8 & 15) + 8;
                b = nearFloat(kind, a, b);
                break;
            case 12:
                b = a + (kind & 7) - 3 ^ kind & 0x80000000 ^ (kind & 8) << 28;
                break;
            case 13:
                a &= 0x807fffff;
                b &= (kind & 1) == 0 ? 0x807fffff : -1;
                break;
            case 14:
            case 15:
                a = wholeFloat(kind, a);
                b = wholeFloat(kind >>> 6, b);
                break;
            default:
                break;
        }
        fa = Float.intBitsToFloat(a);
        fb = Float.intBitsToFloat(b);
    }

    private static int cornerFloat(int random) {
        return FLOATS[random & 31] | random & 0x80000000;
    }

    /** With an exponent that differs by less than 32. */
    private static int nearFloat(int kind, int a, int b) {
        int exponent = (a >>> 23 & 255) + (kind & 63) - 32 & 255;
        return b & 0x807fffff | exponent << 23;
    }

    /** Around the powers of two that integers have. */
    private static int wholeFloat(int kind, int bits) {
        int exponent = 125 + (kind & 63) + (kind >>> 24 & 3);
        return bits & 0x807fffff & -1 << (kind >>> 8 & 15) | exponent << 23;
    }

    /** A pair of doubles, as of floats. */
    static void doubles() {
        int kind = next();
        int ah = next();
        int al = next();
        int bh = next();
        int bl = next();
        switch (kind >>> 28) {
            case 6:
                al = DOUBLES[(ah & 31) * 2 + 1];
                ah = DOUBLES[(ah & 31) * 2] | ah & 0x80000000;
                bl = DOUBLES[(bh & 31) * 2 + 1];
                bh = DOUBLES[(bh & 31) * 2] | bh & 0x80000000;
                break;
            case 7:
                al = DOUBLES[(ah & 31) * 2 + 1];
                ah = DOUBLES[(ah & 31) * 2] | ah & 0x80000000;
                break;
            case 8:
            case 9:
                bh = nearDouble(kind, ah, bh);
                break;
            case 10:
            case 11:
                al = (kind & 1) == 0 ? 0 : al & -1 << (kind >>> 4 & 31);
                bl = (kind & 2) == 0 ? 0 : bl & -1 << (kind >>> 9 & 31);
                bh = nearDouble(kind, ah, bh);
                break;
            case 12:
                bh = ah ^ kind & 0x80000000 ^ (kind & 8) << 28;
                bl = al + (kind & 7) - 3;
                break;
            case 13:
                ah &= 0x800fffff;
                bh &= (kind & 1) == 0 ? 0x800fffff : -1;
                break;
            case 14:
            case 15:
                ah = wholeDouble(kind, ah);
                bh = wholeDouble(kind >>> 7, bh);
                al &= -1 << (kind >>> 3 & 31);
                break;
            default:
                break;
        }
        da = Double.longBitsToDouble(join(ah, al));
        db = Double.longBitsToDouble(join(bh, bl));
    }

    private static int nearDouble(int kind, int a, int b) {
        int exponent = (a >>> 20 & 2047) + (kind & 127) - 64 & 2047;
        return b & 0x800fffff | exponent << 20;
    }

    private static int wholeDouble(int kind, int bits) {
        int exponent = 1021 + (kind & 127);
        return bits & 0x800fffff | exponent << 20;
    }
}
