package demo;

/** Methods whose code together is larger than a small method cache, called in turn. */
final class CachePressure {

    private CachePressure() {
    }

    /** Calls the methods in a ring {@code rounds} times; the result depends on every call. */
    static int run(int rounds) {
        int state = 1;
        for (int i = 0; i < rounds; ++i) {
            state = mix(state, i);
            state = fold(state);
            state = spread(state);
        }
        return state;
    }

    private static int mix(int a, int b) {
        int x = a * 31 + b;
        x ^= x << 7;
        x ^= x >>> 9;
        x += x << 3;
        x ^= x >>> 11;
        x += x << 15;
        x ^= b * 0x01000193;
        return x;
    }

    private static int fold(int value) {
        int sum = 0;
        for (int shift = 0; shift < 32; shift += 8) {
            int part = value >>> shift & 0xFF;
            if (part < 64) {
                sum += part;
            } else if (part < 128) {
                sum -= part * 3;
            } else if (part < 192) {
                sum ^= part << 5;
            } else {
                sum += part << 11;
            }
        }
        return sum ^ value;
    }

    private static int spread(int value) {
        int bits = 0;
        for (int rest = value; rest != 0; rest &= rest - 1) {
            ++bits;
        }
        return value * 17 + (bits << 4);
    }
}
