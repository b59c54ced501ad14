package timing;

/** Stores of references. */
final class References {

    private static Object field;

    private Object own;

    private References() {
    }

    static void run() {
        putstatic();
        putfield(new References());
        aastore("null", new Object[1], null);
        aastore("the very class", new String[1], "text");
        aastore("into Object[]", new Object[1], "text");
        aastore("a subclass", new Number[1], Integer.valueOf(1));
        aastore("an interface", new CharSequence[1], "text");
        aastore("an array", new Object[1], new int[1]);
        aastoreFails("fails, up to its handler", new String[1], new Object());
    }

    private static void putstatic() {
        Timing.start("putstatic_ref", "");
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            field = null;
        }
    }

    private static void putfield(References object) {
        Timing.start("putfield_ref", "");
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            object.own = null;
        }
    }

    private static void aastore(String operands, Object[] array, Object value) {
        Timing.start("aastore", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            array[0] = value;
        }
    }

    private static void aastoreFails(String operands, Object[] array, Object value) {
        Timing.start("aastore", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            try {
                array[0] = value;
            } catch (ArrayStoreException expected) {
                continue;
            }
        }
    }
}
