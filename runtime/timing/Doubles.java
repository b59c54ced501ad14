package timing;

/** Arithmetic of doubles. */
final class Doubles {

    private Doubles() {
    }

    static void run() {
        dadd("1.5 + 2.25", 1.5, 2.25);
        dadd("1.0 + 1e-3", 1.0, 1e-3);
        dadd("1e308 + 1.0", 1e308, 1.0);
        dadd("1.0000001 + -1.0", 1.0000001, -1.0);
        dadd("1e-310 + 1e-310", 1e-310, 1e-310);
        dadd("1e-307 + 1e-310", 1e-307, 1e-310);
        dadd("0.0 + 1.0", 0.0, 1.0);
        dadd("NaN + 1.0", Double.NaN, 1.0);
        dsub("1.5 - 2.25", 1.5, 2.25);
        dsub("1.0 - 1e-3", 1.0, 1e-3);
        dsub("1e308 - 1.0", 1e308, 1.0);
        dsub("1.0000001 - 1.0", 1.0000001, 1.0);
        dsub("1e-310 - 1e-310", 1e-310, 1e-310);
        dsub("1e-307 - 1e-310", 1e-307, 1e-310);
        dsub("0.0 - 1.0", 0.0, 1.0);
        dsub("NaN - 1.0", Double.NaN, 1.0);
        dmul("1.5 * 2.25", 1.5, 2.25);
        dmul("0.1 * 0.3", 0.1, 0.3);
        dmul("1e308 * 1e308", 1e308, 1e308);
        dmul("1e-310 * 0.5", 1e-310, 0.5);
        dmul("1e-307 * 0.01", 1e-307, 0.01);
        dmul("0.0 * 1.0", 0.0, 1.0);
        ddiv("6.0 / 2.0", 6.0, 2.0);
        ddiv("1.0 / 3.0", 1.0, 3.0);
        ddiv("1e-310 / 3.0", 1e-310, 3.0);
        ddiv("1.0 / 1e-310", 1.0, 1e-310);
        ddiv("1e-307 / 300.0", 1e-307, 300.0);
        ddiv("1.0 / 0.0", 1.0, 0.0);
        drem("7.5 % 2.0", 7.5, 2.0);
        drem("1.0 % 3.0", 1.0, 3.0);
        drem("1e10 % 0.1", 1e10, 0.1);
        drem("1e308 % 3.0", 1e308, 3.0);
        drem("MAX % MIN", Double.MAX_VALUE, Double.MIN_VALUE);
        drem("1e308 % 1e-307", 1e308, 1e-307);
        dneg("1.5", 1.5);
    }

    private static void dadd(String operands, double a, double b) {
        Timing.start("dadd", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            double result = a + b;
        }
    }

    private static void dsub(String operands, double a, double b) {
        Timing.start("dsub", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            double result = a - b;
        }
    }

    private static void dmul(String operands, double a, double b) {
        Timing.start("dmul", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            double result = a * b;
        }
    }

    private static void ddiv(String operands, double a, double b) {
        Timing.start("ddiv", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            double result = a / b;
        }
    }

    private static void drem(String operands, double a, double b) {
        Timing.start("drem", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            double result = a % b;
        }
    }

    private static void dneg(String operands, double a) {
        Timing.start("dneg", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            double result = -a;
        }
    }
}
