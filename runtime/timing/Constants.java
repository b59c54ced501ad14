package timing;

/** Constants of floating point. */
final class Constants {

    private Constants() {
    }

    static void run() {
        fconst_1();
        fconst_2();
        dconst_1();
    }

    private static void fconst_1() {
        Timing.start("fconst_1", "");
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            float result = 1.0f;
        }
    }

    private static void fconst_2() {
        Timing.start("fconst_2", "");
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            float result = 2.0f;
        }
    }

    private static void dconst_1() {
        Timing.start("dconst_1", "");
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            double result = 1.0;
        }
    }
}
