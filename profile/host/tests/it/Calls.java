import java.util.function.IntUnaryOperator;

/** Calls with one target and with several, left by exceptions at each place. */
public class Calls {

    interface Shape {
        int area();

        default int twice() {
            return 2 * area();
        }
    }

    static class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = checked(side);
        }

        Square(int side, int scale) {
            this(side * scale);
        }

        private static int checked(int side) {
            if (side < 0) {
                throw new IllegalArgumentException("side");
            }
            return side;
        }

        @Override
        public int area() {
            return side * side;
        }

        int border() {
            return 4 * side;
        }

        final int last() {
            return border() + area();
        }
    }

    static final class Cube extends Square {
        static int made;

        static {
            made = first();
        }

        Cube(int side) {
            super(side, 1);
            ++made;
        }

        private static int first() {
            return 10;
        }

        @Override
        public int area() {
            return 6 * super.area();
        }

        synchronized int locked(int by) {
            return by == 0 ? divide(side, by) : side;
        }
    }

    private static int sum;

    private static void add(int value) {
        sum = sum * 31 + value;
    }

    private static int divide(int a, int b) {
        return a / b;
    }

    /** The second call may not come back. */
    private static void three(int by) {
        add(1);
        add(divide(7, by));
        add(3);
    }

    private static int deep(int depth) {
        if (depth == 0) {
            throw new IllegalStateException("deep");
        }
        try {
            return deep(depth - 1) + 1;
        } finally {
            add(depth);
        }
    }

    private static int wide(long a, double b, int c, long d, float e, Object f, long g) {
        return (int) (a + d + g) + (int) b + c + (int) e + (f == null ? 0 : 1);
    }

    private static int total(int... values) {
        int total = 0;
        for (int value : values) {
            total += value;
        }
        return total;
    }

    private static void shapes() {
        Shape[] all = {new Square(3), new Cube(2), new Square(2, 5)};
        for (Shape shape : all) {
            add(shape.area());
            add(shape.twice());
            add(((Square) shape).border());
            add(((Square) shape).last());
        }
        for (int by = 0; by < 2; ++by) {
            try {
                add(((Cube) all[1]).locked(by));
            } catch (ArithmeticException zero) {
                add(-1);
            }
        }
        try {
            add(new Square(-1, 2).side);
        } catch (IllegalArgumentException negative) {
            add(Cube.made);
        }
    }

    private static void lambdas(int base) {
        IntUnaryOperator plus = value -> value + base;
        IntUnaryOperator twice = Calls::doubled;
        add(plus.andThen(twice).applyAsInt(5));
    }

    private static int doubled(int value) {
        return 2 * value;
    }

    private static void nothing(Square square) {
        try {
            add(square.last());
        } catch (NullPointerException none) {
            add(-2);
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 40; ++i) {
            try {
                three(i % 3);
            } catch (ArithmeticException zero) {
                add(i);
            }
            try {
                add(deep(i % 5));
            } catch (IllegalStateException end) {
                add(-i);
            }
            shapes();
            lambdas(i);
            nothing(i % 4 == 0 ? null : new Square(i));
            add(wide(i, 2.5, i, 4L, 1.5f, i % 2 == 0 ? null : args, 9L));
            add(total(i, 2, 3));
        }
        System.out.println(sum);
    }
}
