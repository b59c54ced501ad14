package java.util.function;

import java.util.Objects;

/** Does something with a value. */
@FunctionalInterface
public interface Consumer<T> {

    /** Takes the value. */
    void accept(T value);

    /** This, and then another with the same value. */
    default Consumer<T> andThen(Consumer<? super T> after) {
        Objects.requireNonNull(after);
        Consumer<T> first = this;
        return new Consumer<T>() {
            @Override
            public void accept(T value) {
                first.accept(value);
                after.accept(value);
            }
        };
    }
}
