package java.util.function;

import java.util.Objects;

/** Does something with a double. */
@FunctionalInterface
public interface DoubleConsumer {

    /** Takes the value. */
    void accept(double value);

    /** This, and then another with the same value. */
    default DoubleConsumer andThen(DoubleConsumer after) {
        Objects.requireNonNull(after);
        DoubleConsumer first = this;
        return new DoubleConsumer() {
            @Override
            public void accept(double value) {
                first.accept(value);
                after.accept(value);
            }
        };
    }
}
