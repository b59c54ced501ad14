/** Virtual dispatch: overriding, inherited methods, super calls, private methods of the same name. */
public class VirtualCalls {

    static class Shape {
        int sides;

        Shape(int sides) {
            this.sides = sides;
        }

        int area() {
            return 0;
        }

        String name() {
            return "shape";
        }

        private String secret() {
            return "shape's secret";
        }

        String tell() {
            return name() + " of " + sides + " sides, area " + area() + ", " + secret();
        }
    }

    static class Rectangle extends Shape {
        final int width;
        final int height;

        Rectangle(int width, int height) {
            super(4);
            this.width = width;
            this.height = height;
        }

        @Override
        int area() {
            return width * height;
        }

        @Override
        String name() {
            return "rectangle";
        }

        private String secret() {
            return "rectangle's secret";
        }

        String both() {
            return secret() + " and " + super.tell();
        }
    }

    static class Square extends Rectangle {
        Square(int width) {
            super(width, width);
        }

        @Override
        String name() {
            return "square, a " + super.name();
        }

        @Override
        String tell() {
            return "[" + super.tell() + "]";
        }
    }

    abstract static class Counter {
        int count;

        abstract int step();

        int next() {
            count += step();
            return count;
        }
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Shape(3), new Rectangle(2, 5), new Square(7)};
        for (Shape shape : shapes) {
            System.out.println(shape.tell());
        }
        System.out.println(((Rectangle) shapes[2]).both());
        Counter twos = new Counter() {
            @Override
            int step() {
                return 2;
            }
        };
        Counter growing = new Counter() {
            private int step;

            @Override
            int step() {
                return ++step;
            }
        };
        for (int i = 0; i < 4; i++) {
            System.out.print(twos.next() + "/" + growing.next() + " ");
        }
        System.out.println();
    }
}
