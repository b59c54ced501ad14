/** checkcast and instanceof with classes, interfaces and arrays. */
public class Casts {

    static class A {
    }

    static class B extends A implements Cloneable, Runnable {
        @Override
        public void run() {
        }
    }

    static class C extends B {
    }

    static class D extends A {
    }

    private static String test(Object o) {
        return (o instanceof A ? "A" : "-") + (o instanceof B ? "B" : "-") + (o instanceof C ? "C" : "-")
                + (o instanceof D ? "D" : "-") + (o instanceof Runnable ? "R" : "-") + (o instanceof String ? "S" : "-")
                + (o instanceof A[] ? "a" : "-") + (o instanceof B[] ? "b" : "-") + (o instanceof Runnable[] ? "r" : "-")
                + (o instanceof Object[] ? "o" : "-") + (o instanceof int[] ? "i" : "-") + (o instanceof long[] ? "l" : "-")
                + (o instanceof A[][] ? "2" : "-") + (o instanceof CharSequence ? "Q" : "-");
    }

    private static void cast(Object o, int which) {
        try {
            switch (which) {
                case 0: System.out.println(((A) o) == o); break;
                case 1: System.out.println(((C) o) == o); break;
                case 2: System.out.println(((Runnable) o) == o); break;
                case 3: System.out.println(((B[]) o) == o); break;
                case 4: System.out.println(((int[]) o) == o); break;
                default: System.out.println(((String) o) == o);
            }
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        Object[] objects = {new A(), new B(), new C(), new D(), "s", null, new A[1], new B[1], new C[1], new int[1],
            new long[1], new Object[1], new String[1], new C[1][1], new int[1][1], 5};
        for (int i = 0; i < objects.length; i++) {
            System.out.println(i + " " + test(objects[i]));
        }
        for (int i = 0; i < 9; i++) {
            for (int which = 0; which < 6; which += i % 2 + 1) {
                cast(objects[i], which);
            }
        }
        A[] array = new C[2];
        try {
            array[0] = new C();
            array[1] = new B();
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage() + " " + (array[0] != null) + (array[1] == null));
        }
        Runnable[] runnables = new Runnable[2];
        runnables[0] = new B();
        runnables[1] = new C();
        System.out.println(runnables[1] instanceof C);
    }
}
