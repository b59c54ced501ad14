/** Enums: values, order, bodies, fields, valueOf. */
public class Enums {

    enum Planet {
        MERCURY(3303, 24397), EARTH(5976, 63781), JUPITER(1900000, 714920);

        private final int mass;
        private final int radius;

        Planet(int mass, int radius) {
            this.mass = mass;
            this.radius = radius;
        }

        int density() {
            return mass * 1000 / radius;
        }
    }

    enum Operation {
        PLUS("+") {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES("*") {
            @Override
            int apply(int a, int b) {
                return a * b;
            }
        };

        final String symbol;

        Operation(String symbol) {
            this.symbol = symbol;
        }

        abstract int apply(int a, int b);

        @Override
        public String toString() {
            return "op" + symbol;
        }
    }

    public static void main(String[] args) {
        for (Planet p : Planet.values()) {
            System.out.println(p + " " + p.ordinal() + " " + p.density() + " " + p.compareTo(Planet.EARTH));
        }
        for (Operation o : Operation.values()) {
            System.out.println(o + " " + o.name() + " " + o.apply(6, 7) + " " + o.getDeclaringClass().getName());
        }
        System.out.println(Planet.valueOf("EARTH") == Planet.EARTH);
        try {
            Operation.valueOf("MINUS");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Planet[] values = Planet.values();
        values[0] = null;
        System.out.println(Planet.values()[0] + " " + Planet.EARTH.equals(Planet.valueOf("EARTH")));
    }
}
