/** Objects and exceptions: what the cross-profiler has to run as JOP does. */
public class Throws {
    static class Refused extends RuntimeException {
        final int code;
        Refused(String message, int code) { super(message); this.code = code; }
    }
    static class Late extends Refused {
        Late(int code) { super("late", code + depth(code)); }
        static int depth(int code) {
            try { if (code > 2) throw new IllegalStateException("deep"); return 1; } catch (IllegalStateException e) { return 2; }
        }
    }
    static class Quiet extends Exception {
        Quiet() { super("quiet"); }
    }
    static class Broken {
        static int value = make();
        static int make() { try { return fail(1); } catch (ArithmeticException e) { return 7; } }
        static int fail(int by) { return 10 / (by - 1); }
    }
    interface Shape { int area(); }
    static class Square implements Shape { int side; Square(int s) { if (s < 0) throw new IllegalArgumentException(); side = s; } public int area() { return side * side; } }
    static class Other implements Shape { public int area() { return 1; } }
    static int count;

    static int nest(int n, int code) {
        try {
            if (n == 0) throw new Refused("bottom", code);
            return nest(n - 1, code) + 1;
        } finally {
            count++;
        }
    }
    static int pass(int n, RuntimeException e) { if (n == 0) throw e; return pass(n - 1, e); }
    static synchronized int locked(int n) { if (n > 3) throw new Refused("locked", n); return n; }
    synchronized int own(int n) { return locked(n + 2) + field[n]; }
    int[] field = new int[2];
    int block(int n) { synchronized (this) { return own(n); } }
    static int cast(Object o) { try { return ((Square) o).side; } catch (RuntimeException e) { return -1; } }
    static int castArray(Object o) { try { return o == null ? 0 : ((int[]) o).length; } catch (ClassCastException e) { return -2; } }
    static int castShape(Object o) { try { return ((Shape) o).area(); } catch (RuntimeException e) { return -3; } }
    static int store(Object[] of, Object what) { try { of[0] = what; return 1; } catch (ArrayStoreException e) { return -4; } }
    static int size(int n) { try { return new int[n].length; } catch (NegativeArraySizeException e) { return -5; } }
    static int sizes(int n) { try { return new int[2][n].length; } catch (NegativeArraySizeException e) { return -6; } }
    static int refs(int n) { try { return new Object[n].length; } catch (NegativeArraySizeException e) { return -7; } }
    static int divide(int a, int b) { try { return a / b + a % b; } catch (ArithmeticException e) { return -8; } }
    static long divide(long a, long b) { try { return a % b; } catch (ArithmeticException e) { return -9; } }
    static int read(int[] of, int at) { try { int got = of[at]; return got + 1; } catch (RuntimeException e) { return -10; } }
    static int write(int[] of, int at) { try { of[at] = 3; return 2; } catch (ArrayIndexOutOfBoundsException e) { return -11; } catch (NullPointerException e) { return -12; } }
    static int area(Shape s) { return s.area() + 1; }
    static int nul(Shape s) { try { return area(s); } catch (NullPointerException e) { return -13; } }
    static int make(int s) { try { return new Square(s).area(); } catch (IllegalArgumentException e) { return -14; } }
    static int late(int c) { try { throw new Late(c); } catch (Late e) { return e.code; } }
    static int quiet(int c) { try { if (c > 1) throw new Quiet(); return 1; } catch (Quiet e) { return -15; } }
    static int full(int n) { if (n == 0) throw new Refused("full", n); return full(n - 1) + 1; }
    static int text(String s) { try { return s.charAt(9) + s.substring(7).length(); } catch (IndexOutOfBoundsException e) { return -16; } }
    static int thrown(RuntimeException e) { try { throw e; } catch (RuntimeException f) { return f == e ? 1 : -17; } }
    static int parse(String s) { try { return Integer.parseInt(s); } catch (NumberFormatException e) { return -18; } }
    static int round(int i) {
        int sum = 0;
        try { nest(3, i); } catch (Refused e) { sum += e.code; }
        try { pass(3, new Refused("pass", i)); } catch (RuntimeException e) { sum += 2; }
        Throws t = new Throws();
        for (int k = 0; k < 4; k++) {
            try { sum += t.block(k); } catch (RuntimeException e) { sum += 10; }
        }
        Object[] all = {new Square(2), new Other(), new int[3], "text", null, new String[1]};
        for (Object o : all) { sum += cast(o) + castArray(o) + castShape(o) + store(new Shape[1], o); }
        sum += size(i - 2) + sizes(i - 2) + refs(i - 2) + divide(i, i - 2) + (int) divide((long) i, i - 2);
        for (int k = -1; k < 4; k++) { sum += read(new int[3], k) + write(new int[3], k); }
        sum += read(null, 0) + write(null, 0) + nul(null) + nul(new Other()) + make(-1) + make(2) + late(i) + quiet(i);
        for (int k = 1; k < 13; k++) { try { full(k); } catch (Refused e) { sum += 3; } }
        sum += text("short") + thrown(i > 1 ? new RuntimeException("x") : null) + parse("12x");
        return sum;
    }
    public static void main(String[] none) {
        int sum = 0;
        for (int i = 0; i < 4; i++) { sum += round(i); }
        sum += Broken.value;
        System.out.println(sum + " " + count);
    }
}
