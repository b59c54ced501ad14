/** equals, hashCode, toString, getClass and clone. */
public class ObjectMethods {

    static class Point implements Cloneable {
        int x;
        long y;
        int[] history = {1, 2};

        Point(int x, long y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point && ((Point) other).x == x && ((Point) other).y == y;
        }

        @Override
        public int hashCode() {
            return 31 * x + (int) y;
        }

        @Override
        public String toString() {
            return "(" + x + ", " + y + ")";
        }

        Point copy() throws CloneNotSupportedException {
            return (Point) clone();
        }
    }

    static class Plain {
        Object copy() throws CloneNotSupportedException {
            return clone();
        }
    }

    public static void main(String[] args) throws Exception {
        Point p = new Point(3, 4);
        Point q = new Point(3, 4);
        System.out.println(p.equals(q) + " " + (p == q) + " " + p.equals("p") + " " + p.hashCode() + " " + p);
        Point r = p.copy();
        r.x = 10;
        r.history[0] = 99;
        System.out.println(p + " " + r + " " + p.history[0] + " " + (r.getClass() == p.getClass()));
        try {
            new Plain().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        Object o = new Plain();
        String text = o.toString();
        System.out.println(text.startsWith("ObjectMethods$Plain@") + " " + o.equals(o) + " " + o.equals(new Plain()) + " "
                + (o.hashCode() == System.identityHashCode(o)));
        System.out.println(p.getClass().getName() + " " + p.getClass().getSimpleName() + " " + "s".getClass() + " "
                + Point.class.getName() + " " + (Point.class == (Object) p.getClass()) + " " + Runnable.class + " "
                + int[].class.getName() + " " + new Runnable() {
                    @Override
                    public void run() {
                    }
                }.getClass().getName());
        System.out.println(p.getClass().getSuperclass().getName() + " " + Point.class.isInstance(q) + " "
                + Point.class.isInstance(o));
    }
}
