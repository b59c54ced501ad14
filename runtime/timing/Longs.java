package timing;

/** Arithmetic of ints and longs. */
final class Longs {

    private Longs() {
    }

    static void run() {
        idiv("1000 / 7", 1000, 7);
        idiv("5 / 100000", 5, 100000);
        idiv("MAX / 1", Integer.MAX_VALUE, 1);
        idiv("MAX / -3", Integer.MAX_VALUE, -3);
        idiv("MIN / -1", Integer.MIN_VALUE, -1);
        irem("1000 % 7", 1000, 7);
        irem("5 % 100000", 5, 100000);
        irem("MAX % 1", Integer.MAX_VALUE, 1);
        irem("MIN % 3", Integer.MIN_VALUE, 3);
        lmul("3 * 5", 3, 5);
        lmul("1e12 * -1e6", 1000000000000L, -1000000);
        ldiv("1000 / 7", 1000, 7);
        ldiv("1e15 / 1000", 1000000000000000L, 1000);
        ldiv("1e18 / 1e10", 1000000000000000000L, 10000000000L);
        ldiv("MAX / 1", Long.MAX_VALUE, 1);
        ldiv("MIN / -3", Long.MIN_VALUE, -3);
        ldiv("MAX / (MAX >> 31)", Long.MAX_VALUE, Long.MAX_VALUE >> 31);
        lrem("1000 % 7", 1000, 7);
        lrem("1e15 % 1000", 1000000000000000L, 1000);
        lrem("1e18 % 1e10", 1000000000000000000L, 10000000000L);
        lrem("MAX % 1", Long.MAX_VALUE, 1);
        lrem("MIN % 3", Long.MIN_VALUE, 3);
        lrem("MAX % (MAX >> 31)", Long.MAX_VALUE, Long.MAX_VALUE >> 31);
        i2b("200", 200);
        i2s("70000", 70000);
    }

    private static void idiv(String operands, int a, int b) {
        Timing.start("idiv", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            int result = a / b;
        }
    }

    private static void irem(String operands, int a, int b) {
        Timing.start("irem", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            int result = a % b;
        }
    }

    private static void lmul(String operands, long a, long b) {
        Timing.start("lmul", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            long result = a * b;
        }
    }

    private static void ldiv(String operands, long a, long b) {
        Timing.start("ldiv", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            long result = a / b;
        }
    }

    private static void lrem(String operands, long a, long b) {
        Timing.start("lrem", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            long result = a % b;
        }
    }

    private static void i2b(String operands, int a) {
        Timing.start("i2b", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            int result = (byte) a;
        }
    }

    private static void i2s(String operands, int a) {
        Timing.start("i2s", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            int result = (short) a;
        }
    }
}
