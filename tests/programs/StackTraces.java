/** Stack traces: names and lines of the calls, of constructors and static initialisers' helpers. */
public class StackTraces {

    static class Node {
        final int depth;

        Node(int depth) {
            this.depth = depth;
            if (depth == 0) {
                throw new UnsupportedOperationException("leaf");
            }
            new Node(depth - 1);
        }
    }

    private static void print(Throwable t) {
        System.out.println(t);
        for (StackTraceElement e : t.getStackTrace()) {
            System.out.println("  " + e);
        }
    }

    static int divide(int a, int b) {
        return a
                / b;
    }

    public static void main(String[] args) {
        try {
            new Node(2);
        } catch (UnsupportedOperationException e) {
            print(e);
        }
        try {
            divide(1, 0);
        } catch (ArithmeticException e) {
            print(e);
        }
        Throwable kept = new Throwable("not thrown");
        print(kept);
        Runnable r = new Runnable() {
            @Override
            public void run() {
                print(new Exception());
            }
        };
        r.run();
    }
}
