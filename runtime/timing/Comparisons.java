package timing;

/** Comparisons of floating point. */
final class Comparisons {

    private Comparisons() {
    }

    static void run() {
        fcmpl("1.5, 2.5", 1.5f, 2.5f);
        fcmpl("-1.5, -2.5", -1.5f, -2.5f);
        fcmpl("0.0, -0.0", 0.0f, -0.0f);
        fcmpl("NaN, 1.0", Float.NaN, 1.0f);
        fcmpg("1.5, 2.5", 1.5f, 2.5f);
        fcmpg("-1.5, -2.5", -1.5f, -2.5f);
        fcmpg("0.0, -0.0", 0.0f, -0.0f);
        fcmpg("NaN, 1.0", Float.NaN, 1.0f);
        dcmpl("1.5, 2.5", 1.5, 2.5);
        dcmpl("-1.5, -2.5", -1.5, -2.5);
        dcmpl("0.0, -0.0", 0.0, -0.0);
        dcmpl("NaN, 1.0", Double.NaN, 1.0);
        dcmpg("1.5, 2.5", 1.5, 2.5);
        dcmpg("-1.5, -2.5", -1.5, -2.5);
        dcmpg("0.0, -0.0", 0.0, -0.0);
        dcmpg("NaN, 1.0", Double.NaN, 1.0);
    }

    private static void fcmpl(String operands, float a, float b) {
        Timing.start("fcmpl", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            boolean result = a > b;
        }
    }

    private static void fcmpg(String operands, float a, float b) {
        Timing.start("fcmpg", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            boolean result = a < b;
        }
    }

    private static void dcmpl(String operands, double a, double b) {
        Timing.start("dcmpl", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            boolean result = a > b;
        }
    }

    private static void dcmpg(String operands, double a, double b) {
        Timing.start("dcmpg", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            boolean result = a < b;
        }
    }
}
