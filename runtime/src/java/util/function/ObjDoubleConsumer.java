package java.util.function;

/** Does something with an object and a double. */
@FunctionalInterface
public interface ObjDoubleConsumer<T> {

    /** Takes the values. */
    void accept(T object, double value);
}
