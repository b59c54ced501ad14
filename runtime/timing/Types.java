package timing;

/** Tests of types. */
final class Types {

    interface Shape {
    }

    static class Base implements Shape {
    }

    static class Derived extends Base {
    }

    /** Three classes below Base. */
    static class Deep extends Derived {
    }

    private Types() {
    }

    static void run() {
        castToClass("to a class: null", null);
        castToClass("to a class: the very class", new Base());
        castToClass("to a class: a subclass", new Derived());
        castToClass("to a class: a subclass two levels down", new Deep());
        castToInterface("to an interface", new Base());
        castToArray("to an array: the very type", new Base[1]);
        castToArray("to an array: of a subclass", new Derived[1]);
        castToObject("to Object[]: of a class", new Base[1]);
        castFails("fails, up to its handler", new Object());
        instanceOfClass("a class: null", null);
        instanceOfClass("a class: the very class", new Base());
        instanceOfClass("a class: a subclass", new Derived());
        instanceOfClass("a class: a subclass two levels down", new Deep());
        instanceOfClass("a class: another one", "text");
        instanceOfClass("a class: an array", new int[1]);
        instanceOfInterface("an interface: yes", new Deep());
        instanceOfInterface("an interface: no", "text");
        instanceOfArray("an array: the very type", new Base[1]);
        instanceOfArray("an array: of a subclass", new Derived[1]);
        instanceOfArray("an array: of ints", new int[1]);
    }

    private static void castToClass(String operands, Object object) {
        Timing.start("checkcast", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = (Base) object;
        }
    }

    private static void castToInterface(String operands, Object object) {
        Timing.start("checkcast", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = (Shape) object;
        }
    }

    private static void castToArray(String operands, Object object) {
        Timing.start("checkcast", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = (Base[]) object;
        }
    }

    private static void castToObject(String operands, Object object) {
        Timing.start("checkcast", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            Object result = (Object[]) object;
        }
    }

    private static void castFails(String operands, Object object) {
        Timing.start("checkcast", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            try {
                Object result = (Base) object;
            } catch (ClassCastException expected) {
                continue;
            }
        }
    }

    private static void instanceOfClass(String operands, Object object) {
        Timing.start("instanceof", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            boolean result = object instanceof Base;
        }
    }

    private static void instanceOfInterface(String operands, Object object) {
        Timing.start("instanceof", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            boolean result = object instanceof Shape;
        }
    }

    private static void instanceOfArray(String operands, Object object) {
        Timing.start("instanceof", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            boolean result = object instanceof Base[];
        }
    }
}
