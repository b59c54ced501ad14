package java.util.function;

/** A function whose result has the type of its value. */
@FunctionalInterface
public interface UnaryOperator<T> extends Function<T, T> {

    /** The operator that gives what it is given. */
    static <T> UnaryOperator<T> identity() {
        return new UnaryOperator<T>() {
            @Override
            public T apply(T value) {
                return value;
            }
        };
    }
}
