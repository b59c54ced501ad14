package java.util.function;

import java.util.Objects;

/** Does something with an int. */
@FunctionalInterface
public interface IntConsumer {

    /** Takes the value. */
    void accept(int value);

    /** This, and then another with the same value. */
    default IntConsumer andThen(IntConsumer after) {
        Objects.requireNonNull(after);
        IntConsumer first = this;
        return new IntConsumer() {
            @Override
            public void accept(int value) {
                first.accept(value);
                after.accept(value);
            }
        };
    }
}
