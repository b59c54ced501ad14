import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Records with components of every type, and what the compiler adds to them. */
public class Records {

    record Empty() {
    }

    record Point(int x, int y) implements Comparable<Point> {
        static final Point ORIGIN = new Point(0, 0);

        Point {
            if (x < -1000) {
                throw new IllegalArgumentException("x " + x);
            }
        }

        Point(int both) {
            this(both, both);
        }

        double length() {
            return Math.sqrt(x * x + y * y);
        }

        @Override
        public int compareTo(Point other) {
            return x != other.x ? Integer.compare(x, other.x) : Integer.compare(y, other.y);
        }
    }

    record All(boolean z, char c, byte b, short s, int i, long j, float f, double d, String text, int[] array, Object o) {
    }

    record Box<T>(T content) {
        @Override
        public String toString() {
            return "a box of " + content;
        }
    }

    record Line(Point from, Point to) {
    }

    record Floats(float f, double d) {
    }

    record Exploding(Object o) {
    }

    private static All all(float f, double d, int[] array, Object o) {
        return new All(true, 'c', (byte) -1, (short) 300, 70000, 1L << 40, f, d, "text", array, o);
    }

    private static void compare(Object a, Object b) {
        System.out.println(a.equals(b) + " " + (a.hashCode() == b.hashCode()));
    }

    public static void main(String[] args) {
        System.out.println(new Empty() + " " + new Empty().hashCode() + " " + new Empty().equals(new Empty()));
        Point point = new Point(3, 4);
        System.out.println(point + " " + point.hashCode() + " " + point.length() + " " + point.x() + point.y());
        System.out.println(new Point(7) + " " + point.equals(new Point(3, 4)) + point.equals(Point.ORIGIN) + point.equals(null)
                + point.equals("point"));
        try {
            new Point(-2000);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int[] array = null;
        All first = all(1.5f, -2.5, array, null);
        System.out.println(first + " " + first.hashCode());
        compare(first, all(1.5f, -2.5, array, null));
        compare(first, all(1.5f, -2.5, new int[1], null));
        compare(all(1, 2, array, "o"), all(1, 2, array, new String("o")));
        compare(new Floats(Float.NaN, Double.NaN), new Floats(Float.NaN, Double.NaN));
        compare(new Floats(0.0f, 0.0), new Floats(-0.0f, 0.0));
        compare(new Floats(0.0f, 0.0), new Floats(0.0f, -0.0));
        System.out.println(new Floats(1e10f, 1e-10) + " " + new Floats(1e10f, 1e-10).hashCode());
        System.out.println(new Box<>(new Box<>(List.of(1, 2))) + " " + new Box<>(null).hashCode());
        System.out.println(new Line(point, Point.ORIGIN) + " " + new Line(point, Point.ORIGIN).hashCode());
        Map<Point, String> names = new HashMap<>();
        names.put(new Point(1, 2), "one two");
        System.out.println(names.get(new Point(1, 2)) + " " + names.get(point));
        System.out.println(point.compareTo(Point.ORIGIN) + " " + (point instanceof Record));
        record Local(String name, long value) {
        }
        System.out.println(new Local("local", 5) + " " + new Local("local", 5).equals(new Local("local", 6)));
        Exploding fuse = new Exploding(new Object() {
            @Override
            public boolean equals(Object other) {
                throw new IllegalStateException("equals");
            }

            @Override
            public String toString() {
                return "fuse";
            }
        });
        System.out.println(fuse.equals(fuse) + " " + fuse);
        try {
            System.out.println(fuse.equals(new Exploding(1)));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
