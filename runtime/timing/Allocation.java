package timing;

/** Creation of objects and arrays, with room in the heap: collections are reported by the runs in which they happen. */
final class Allocation {

    /** No fields. */
    static class Empty {
    }

    /** Eight words of fields. */
    static class Eight {
        int a;
        int b;
        int c;
        int d;
        int e;
        int f;
        int g;
        int h;
    }

    /** The largest object: 31 words. */
    static class Large extends Eight {
        long i;
        long j;
        long k;
        long l;
        long m;
        long n;
        long o;
        long p;
        long q;
        long r;
        long s;
        int t;
    }

    private Allocation() {
    }

    static void run() {
        create("no fields");
        createEight("8 words of fields");
        createLarge("31 words of fields");
        newarrayInt(0);
        newarrayInt(1);
        newarrayInt(10);
        newarrayInt(100);
        newarrayInt(1000);
        newarrayBoolean(100);
        newarrayChar(100);
        newarrayFloat(100);
        newarrayDouble(100);
        newarrayByte(100);
        newarrayShort(100);
        newarrayLong(100);
        anewarray(0);
        anewarray(10);
        anewarray(100);
        multianewarray("int[3][4]", 3, 4);
        multianewarray("int[10][10]", 10, 10);
        multianewarray3("int[2][3][4]", 2, 3, 4);
    }

    private static void create(String operands) {
        Timing.start("new", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new Empty();
        }
    }

    private static void createEight(String operands) {
        Timing.start("new", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new Eight();
        }
    }

    private static void createLarge(String operands) {
        Timing.start("new", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new Large();
        }
    }

    private static void newarrayInt(int length) {
        Timing.start("newarray", "int, " + length);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new int[length];
        }
    }

    private static void newarrayBoolean(int length) {
        Timing.start("newarray", "boolean, " + length);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new boolean[length];
        }
    }

    private static void newarrayChar(int length) {
        Timing.start("newarray", "char, " + length);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new char[length];
        }
    }

    private static void newarrayFloat(int length) {
        Timing.start("newarray", "float, " + length);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new float[length];
        }
    }

    private static void newarrayDouble(int length) {
        Timing.start("newarray", "double, " + length);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new double[length];
        }
    }

    private static void newarrayByte(int length) {
        Timing.start("newarray", "byte, " + length);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new byte[length];
        }
    }

    private static void newarrayShort(int length) {
        Timing.start("newarray", "short, " + length);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new short[length];
        }
    }

    private static void newarrayLong(int length) {
        Timing.start("newarray", "long, " + length);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new long[length];
        }
    }

    private static void anewarray(int length) {
        Timing.start("anewarray", "String, " + length);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new String[length];
        }
    }

    private static void multianewarray(String operands, int a, int b) {
        Timing.start("multianewarray", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new int[a][b];
        }
    }

    private static void multianewarray3(String operands, int a, int b, int c) {
        Timing.start("multianewarray", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = new int[a][b][c];
        }
    }
}
