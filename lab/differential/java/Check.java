/** What every generated unit shares: the sum over its results, its fuel, its exceptions. */
public final class Check {

    /** What unit objects answer; deep comparison would not end. */
    interface Part {
        int tag();
    }

    static class Alpha extends RuntimeException {
        final int code;

        Alpha(String message, int code) {
            super(message);
            this.code = code;
        }
    }

    static final class Beta extends Alpha {
        Beta(String message, int code) {
            super(message, code + 1);
        }
    }

    static final class Gamma extends Exception {
        Gamma(String message) {
            super(message);
        }
    }

    static final class Delta extends Error {
        Delta(String message) {
            super(message);
        }
    }

    /** Calls that the case may still make. */
    static int fuel;

    private static int sum;
    private static int depth;
    private static String line;

    private Check() {
    }

    static void start(String label) {
        line = label;
        sum = 17;
        fuel = 40;
    }

    static void end() {
        System.out.println(line + ' ' + sum);
    }

    static void add(boolean value) {
        sum = (sum << 5) - sum + (value ? 1231 : 1237);
    }

    static void add(int value) {
        sum = (sum << 5) - sum + value;
    }

    static void add(long value) {
        sum = (sum << 5) - sum + (int) (value >>> 32);
        sum = (sum << 5) - sum + (int) value;
    }

    static void add(float value) {
        add(Float.floatToIntBits(value));
    }

    static void add(double value) {
        add(Double.doubleToLongBits(value));
    }

    static void add(String value) {
        add(value == null ? 1 : value.hashCode());
    }

    static void add(Integer value) {
        add(value == null ? 1 : value.intValue());
    }

    static void add(Part value) {
        add(value == null ? 1 : value.tag());
    }

    static void add(boolean[] values) {
        if (values == null) {
            add(1);
            return;
        }
        for (boolean value : values) {
            add(value);
        }
    }

    static void add(byte[] values) {
        if (values == null) {
            add(1);
            return;
        }
        for (byte value : values) {
            add(value);
        }
    }

    static void add(short[] values) {
        if (values == null) {
            add(1);
            return;
        }
        for (short value : values) {
            add(value);
        }
    }

    static void add(char[] values) {
        if (values == null) {
            add(1);
            return;
        }
        for (char value : values) {
            add(value);
        }
    }

    static void add(int[] values) {
        if (values == null) {
            add(1);
            return;
        }
        for (int value : values) {
            add(value);
        }
    }

    static void add(long[] values) {
        if (values == null) {
            add(1);
            return;
        }
        for (long value : values) {
            add(value);
        }
    }

    static void add(float[] values) {
        if (values == null) {
            add(1);
            return;
        }
        for (float value : values) {
            add(value);
        }
    }

    static void add(double[] values) {
        if (values == null) {
            add(1);
            return;
        }
        for (double value : values) {
            add(value);
        }
    }

    static void add(Object[] values) {
        if (values == null) {
            add(1);
            return;
        }
        add(values.length);
        if (depth < 3) {
            ++depth;
            for (Object value : values) {
                add(value);
            }
            --depth;
        }
    }

    static void add(Object value) {
        if (value == null) {
            add(1);
        } else if (value instanceof Part) {
            add((Part) value);
        } else if (value instanceof String) {
            add((String) value);
        } else if (value instanceof Integer) {
            add((Integer) value);
        } else if (value instanceof Object[]) {
            add((Object[]) value);
        } else {
            primitives(value);
        }
    }

    private static void primitives(Object value) {
        if (value instanceof int[]) {
            add((int[]) value);
        } else if (value instanceof long[]) {
            add((long[]) value);
        } else if (value instanceof double[]) {
            add((double[]) value);
        } else if (value instanceof float[]) {
            add((float[]) value);
        } else if (value instanceof byte[]) {
            add((byte[]) value);
        } else if (value instanceof short[]) {
            add((short[]) value);
        } else if (value instanceof char[]) {
            add((char[]) value);
        } else if (value instanceof boolean[]) {
            add((boolean[]) value);
        } else {
            add(code((Throwable) value));
        }
    }

    /** An exception that ends a call. */
    static void thrown(Throwable thrown) {
        line += " ! " + thrown.getClass().getName();
        if (hasMessage(thrown)) {
            line += " " + thrown.getMessage();
        }
    }

    /** Whether both machines give this exception the same message. */
    private static boolean hasMessage(Throwable thrown) {
        return !(thrown instanceof NullPointerException || thrown instanceof IndexOutOfBoundsException);
    }

    /** What generated code sees of an exception. */
    static int code(Throwable thrown) {
        if (thrown == null) {
            return -1;
        }
        if (thrown instanceof Alpha) {
            return ((Alpha) thrown).code;
        }
        int code = thrown.getClass().getName().length();
        if (hasMessage(thrown) && thrown.getMessage() != null) {
            code += thrown.getMessage().hashCode();
        }
        return code;
    }

    /** Throws now and then, so that a checked exception may be caught. */
    static void raise(int value) throws Gamma {
        if ((value & 7) == 3) {
            throw new Gamma("g" + value);
        }
    }

    /** Keeps texts from growing. */
    static String clip(String text) {
        return text == null || text.length() <= 12 ? text : text.substring(text.length() - 12);
    }

    static int length(String text) {
        return text == null ? -1 : text.length();
    }

    static boolean same(String one, String other) {
        return one == null ? other == null : one.equals(other);
    }

    static String text(Object value) {
        return value instanceof String || value instanceof Integer ? value.toString() : "-";
    }
}
