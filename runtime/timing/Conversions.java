package timing;

/** Conversions between numbers. */
final class Conversions {

    private Conversions() {
    }

    static void run() {
        i2f("1", 1);
        i2f("-1000000", -1000000);
        i2f("MAX", Integer.MAX_VALUE);
        i2f("0", 0);
        i2d("1", 1);
        i2d("-1000000", -1000000);
        i2d("MIN", Integer.MIN_VALUE);
        i2d("0", 0);
        l2f("1", 1);
        l2f("-1000000000000", -1000000000000L);
        l2f("MAX", Long.MAX_VALUE);
        l2f("0", 0);
        l2d("1", 1);
        l2d("-1000000000000", -1000000000000L);
        l2d("MAX", Long.MAX_VALUE);
        l2d("0", 0);
        f2i("1.5", 1.5f);
        f2i("-1e9", -1e9f);
        f2i("1e20", 1e20f);
        f2i("1e-20", 1e-20f);
        f2i("NaN", Float.NaN);
        f2l("1.5", 1.5f);
        f2l("-1e18", -1e18f);
        f2l("1e20", 1e20f);
        f2l("1e-20", 1e-20f);
        f2d("1.5", 1.5f);
        f2d("1e-45", 1e-45f);
        f2d("0.0", 0.0f);
        f2d("NaN", Float.NaN);
        d2i("1.5", 1.5);
        d2i("-1e9", -1e9);
        d2i("1e20", 1e20);
        d2i("1e-20", 1e-20);
        d2i("NaN", Double.NaN);
        d2l("1.5", 1.5);
        d2l("-1e18", -1e18);
        d2l("1e20", 1e20);
        d2l("1e-20", 1e-20);
        d2f("1.5", 1.5);
        d2f("0.1", 0.1);
        d2f("1e-45", 1e-45);
        d2f("1e-40", 1e-40);
        d2f("1e300", 1e300);
        d2f("NaN", Double.NaN);
    }

    private static void i2f(String operands, int a) {
        Timing.start("i2f", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            float result = (float) a;
        }
    }

    private static void i2d(String operands, int a) {
        Timing.start("i2d", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            double result = (double) a;
        }
    }

    private static void l2f(String operands, long a) {
        Timing.start("l2f", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            float result = (float) a;
        }
    }

    private static void l2d(String operands, long a) {
        Timing.start("l2d", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            double result = (double) a;
        }
    }

    private static void f2i(String operands, float a) {
        Timing.start("f2i", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            int result = (int) a;
        }
    }

    private static void f2l(String operands, float a) {
        Timing.start("f2l", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            long result = (long) a;
        }
    }

    private static void f2d(String operands, float a) {
        Timing.start("f2d", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            double result = (double) a;
        }
    }

    private static void d2i(String operands, double a) {
        Timing.start("d2i", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            int result = (int) a;
        }
    }

    private static void d2l(String operands, double a) {
        Timing.start("d2l", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            long result = (long) a;
        }
    }

    private static void d2f(String operands, double a) {
        Timing.start("d2f", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            float result = (float) a;
        }
    }
}
