package java.util.function;

import java.util.Objects;

/** Does something with two values. */
@FunctionalInterface
public interface BiConsumer<T, U> {

    /** Takes the values. */
    void accept(T a, U b);

    /** This, and then another with the same values. */
    default BiConsumer<T, U> andThen(BiConsumer<? super T, ? super U> after) {
        Objects.requireNonNull(after);
        BiConsumer<T, U> first = this;
        return new BiConsumer<T, U>() {
            @Override
            public void accept(T a, U b) {
                first.accept(a, b);
                after.accept(a, b);
            }
        };
    }
}
