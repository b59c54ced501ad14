package java.util.function;

import java.util.Objects;

/** Does something with a long. */
@FunctionalInterface
public interface LongConsumer {

    /** Takes the value. */
    void accept(long value);

    /** This, and then another with the same value. */
    default LongConsumer andThen(LongConsumer after) {
        Objects.requireNonNull(after);
        LongConsumer first = this;
        return new LongConsumer() {
            @Override
            public void accept(long value) {
                first.accept(value);
                after.accept(value);
            }
        };
    }
}
