// javac: --release 8
/** Nested, inner, local and anonymous classes; captured variables; access to private members. */
public class InnerClasses {

    private int value = 5;
    private static int shared = 1;

    class Inner {
        private int own = value * 2;

        int sum() {
            value++;
            return own + value + shared;
        }

        class Deeper {
            int all() {
                return own + value + sum();
            }
        }
    }

    static class Nested {
        private int hidden = shared++;
    }

    interface Function {
        int apply(int x);
    }

    static Function adder(final int n) {
        return new Function() {
            @Override
            public int apply(int x) {
                return x + n;
            }
        };
    }

    static Function compose(final Function f, final Function g) {
        class Composed implements Function {
            @Override
            public int apply(int x) {
                return g.apply(f.apply(x));
            }
        }
        return new Composed();
    }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        Inner inner = outer.new Inner();
        System.out.println(inner.sum() + " " + inner.own + " " + outer.value);
        System.out.println(inner.new Deeper().all());
        System.out.println(new Nested().hidden + " " + new Nested().hidden + " " + shared);
        System.out.println(compose(adder(3), compose(adder(10), adder(100))).apply(1));
        Function square = new Function() {
            private int calls;

            @Override
            public int apply(int x) {
                calls++;
                return x * x + calls;
            }
        };
        System.out.println(square.apply(5) + " " + square.apply(5));
    }
}
