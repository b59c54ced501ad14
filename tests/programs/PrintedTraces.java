/** Printed traces: causes, suppressed exceptions, circles; on the error output and on a stream. */
public class PrintedTraces {

    static Exception fail(int depth, Throwable cause) {
        if (depth == 0) {
            return new Exception("depth", cause);
        }
        return fail(depth - 1, cause);
    }

    static void print(Throwable thrown) {
        thrown.printStackTrace();
        thrown.printStackTrace(System.out);
    }

    static class Quiet extends Throwable {
        Quiet() {
            super("quiet", null, false, false);
        }

        @Override
        public String toString() {
            return "Quiet!";
        }
    }

    public static void main(String[] args) {
        print(new Throwable());
        print(fail(2, null));
        Exception cause = fail(1, fail(3, new Error()));
        print(cause);
        Exception outer = new Exception("outer");
        outer.addSuppressed(fail(2, cause));
        outer.addSuppressed(new Quiet());
        outer.initCause(fail(1, null));
        print(outer);
        Exception first = new Exception("first");
        Exception second = new Exception(first);
        first.initCause(second);
        print(second);
        try {
            first.initCause(null);
        } catch (IllegalStateException e) {
            System.out.println(e + ", " + (e.getCause() == first));
        }
        try {
            outer.addSuppressed(outer);
        } catch (IllegalArgumentException e) {
            System.out.println(e + ", " + (e.getCause() == outer));
        }
        Exception left = new Exception("left");
        Exception right = new Exception("right");
        left.addSuppressed(right);
        right.addSuppressed(left);
        print(left);
    }
}
