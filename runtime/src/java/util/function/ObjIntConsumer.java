package java.util.function;

/** Does something with an object and an int. */
@FunctionalInterface
public interface ObjIntConsumer<T> {

    /** Takes the values. */
    void accept(T object, int value);
}
