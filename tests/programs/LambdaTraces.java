import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/** Stack traces through lambdas, method references, records and concatenations. */
public class LambdaTraces {

    record Holder(Object content) {
    }

    static class Failing {
        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }

        int divide(int by) {
            return 1 / by;
        }
    }

    private static void show(Throwable thrown) {
        System.out.println(thrown);
        for (StackTraceElement element : thrown.getStackTrace()) {
            if (element.getClassName().startsWith("LambdaTraces")) {
                System.out.println("  " + element);
            }
        }
    }

    private static void attempt(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            show(e);
        }
    }

    public static void main(String[] args) {
        attempt(() -> {
            throw new IllegalArgumentException(
                    "second line");
        });
        IntUnaryOperator divide = new Failing()::divide;
        attempt(() -> divide.applyAsInt(0));
        attempt(() -> System.out.println("text " + new Failing()));
        attempt(() -> new Holder(new Failing()).toString());
        Function<Object, String> cast = object -> (String) object;
        attempt(() -> cast.apply(1));
        Function<Integer, Function<Integer, Integer>> nested = a -> b ->
                a / b;
        nested.apply(1).apply(0);
    }
}
