package timing;

/** Arithmetic of floats. */
final class Floats {

    private Floats() {
    }

    static void run() {
        fadd("1.5 + 2.25", 1.5f, 2.25f);
        fadd("1.0 + 1e-3", 1.0f, 1e-3f);
        fadd("3e38f + 1.0", 3e38f, 1.0f);
        fadd("1.0000001 + -1.0", 1.0000001f, -1.0f);
        fadd("1e-40f + 1e-40f", 1e-40f, 1e-40f);
        fadd("1e-38f + 1e-40f", 1e-38f, 1e-40f);
        fadd("0.0 + 1.0", 0.0f, 1.0f);
        fadd("NaN + 1.0", Float.NaN, 1.0f);
        fsub("1.5 - 2.25", 1.5f, 2.25f);
        fsub("1.0 - 1e-3", 1.0f, 1e-3f);
        fsub("3e38f - 1.0", 3e38f, 1.0f);
        fsub("1.0000001 - 1.0", 1.0000001f, 1.0f);
        fsub("1e-40f - 1e-40f", 1e-40f, 1e-40f);
        fsub("1e-38f - 1e-40f", 1e-38f, 1e-40f);
        fsub("0.0 - 1.0", 0.0f, 1.0f);
        fsub("NaN - 1.0", Float.NaN, 1.0f);
        fmul("1.5 * 2.25", 1.5f, 2.25f);
        fmul("0.1 * 0.3", 0.1f, 0.3f);
        fmul("3e38f * 3e38f", 3e38f, 3e38f);
        fmul("1e-40f * 0.5", 1e-40f, 0.5f);
        fmul("1e-38f * 0.01", 1e-38f, 0.01f);
        fmul("0.0 * 1.0", 0.0f, 1.0f);
        fdiv("6.0 / 2.0", 6.0f, 2.0f);
        fdiv("1.0 / 3.0", 1.0f, 3.0f);
        fdiv("1e-40f / 3.0", 1e-40f, 3.0f);
        fdiv("1.0 / 1e-40f", 1.0f, 1e-40f);
        fdiv("1e-38f / 300.0", 1e-38f, 300.0f);
        fdiv("1.0 / 0.0", 1.0f, 0.0f);
        frem("7.5 % 2.0", 7.5f, 2.0f);
        frem("1.0 % 3.0", 1.0f, 3.0f);
        frem("1e10 % 0.1", 1e10f, 0.1f);
        frem("3e38f % 3.0", 3e38f, 3.0f);
        frem("MAX % MIN", Float.MAX_VALUE, Float.MIN_VALUE);
        frem("3e38f % 1e-38f", 3e38f, 1e-38f);
        fneg("1.5", 1.5f);
    }

    private static void fadd(String operands, float a, float b) {
        Timing.start("fadd", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            float result = a + b;
        }
    }

    private static void fsub(String operands, float a, float b) {
        Timing.start("fsub", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            float result = a - b;
        }
    }

    private static void fmul(String operands, float a, float b) {
        Timing.start("fmul", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            float result = a * b;
        }
    }

    private static void fdiv(String operands, float a, float b) {
        Timing.start("fdiv", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            float result = a / b;
        }
    }

    private static void frem(String operands, float a, float b) {
        Timing.start("frem", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            float result = a % b;
        }
    }

    private static void fneg(String operands, float a) {
        Timing.start("fneg", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            float result = -a;
        }
    }
}
