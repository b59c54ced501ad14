package demo;

/**
 * What {@code jop demo} runs: a tour of what a Java program does to the processor, in about two million cycles.
 *
 * <p>Each part exercises one thing: arrays, calls of all kinds, strings, exceptions, 64-bit arithmetic, and methods
 * that push each other out of the method cache.
 */
public final class Demo {

    private static final int PRIMES_BELOW = 2000;
    private static final int SORTED = 96;
    private static final int MATRIX = 10;
    private static final int QUEENS = 6;

    private Demo() {
    }

    /** Runs all parts, each printing one line. */
    public static void main(String[] args) {
        System.out.println("Joplab: Java on the Java Optimized Processor");
        print("primes below " + PRIMES_BELOW, Integer.toString(Kernels.countPrimes(PRIMES_BELOW)));
        print("heap sort of " + SORTED, Kernels.sortIsOrdered(SORTED) ? "in order" : "out of order");
        print(MATRIX + " x " + MATRIX + " matrices", "trace " + Kernels.traceOfProduct(MATRIX));
        print(QUEENS + " queens", Kernels.queens(QUEENS) + " solutions");
        print("20!", Long.toString(Kernels.factorial(20)));
        print("shapes", shapes());
        print("exceptions", exceptions());
        print("method cache", Integer.toString(CachePressure.run(40)));
    }

    private static void print(String name, String result) {
        StringBuilder line = new StringBuilder("  ").append(name);
        while (line.length() < 20) {
            line.append(' ');
        }
        System.out.println(line.append(result).toString());
    }

    /** Interface and virtual calls on objects of three classes. */
    private static String shapes() {
        Shape[] shapes = {new Square(3), new Rectangle(2, 7), new Square(5), new Cube(2)};
        int area = 0;
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < shapes.length; ++i) {
            area += shapes[i].area();
            names.append(i == 0 ? "" : ", ").append(shapes[i]);
        }
        return names.append(": area ").append(area).toString();
    }

    /** Exceptions of the hardware, of the library and of the program. */
    private static String exceptions() {
        int caught = 0;
        int finished = 0;
        for (int i = 0; i < 4; ++i) {
            try {
                fail(i);
            } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
                caught += 1;
            } catch (ArithmeticException e) {
                caught += 10;
            } catch (IllegalStateException e) {
                caught += 100;
            } finally {
                ++finished;
            }
        }
        return caught + " caught, " + finished + " finished";
    }

    private static int fail(int how) {
        int[] numbers = how == 1 ? null : new int[2];
        if (how == 3) {
            throw new IllegalStateException("on purpose");
        }
        return how == 2 ? 1 / (how - 2) : numbers[how + 2];
    }

    private interface Shape {
        int area();
    }

    private static class Rectangle implements Shape {

        private final int width;
        private final int height;

        Rectangle(int width, int height) {
            this.width = width;
            this.height = height;
        }

        @Override
        public int area() {
            return width * height;
        }

        String name() {
            return "rectangle";
        }

        @Override
        public String toString() {
            return name() + ' ' + width + 'x' + height;
        }
    }

    private static class Square extends Rectangle {

        Square(int side) {
            super(side, side);
        }

        @Override
        String name() {
            return "square";
        }
    }

    private static final class Cube extends Square {

        Cube(int side) {
            super(side);
        }

        @Override
        public int area() {
            return 6 * super.area();
        }

        @Override
        String name() {
            return "cube";
        }
    }
}
