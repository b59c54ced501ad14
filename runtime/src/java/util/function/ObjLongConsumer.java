package java.util.function;

/** Does something with an object and a long. */
@FunctionalInterface
public interface ObjLongConsumer<T> {

    /** Takes the values. */
    void accept(T object, long value);
}
