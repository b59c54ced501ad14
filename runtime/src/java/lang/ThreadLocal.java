package java.lang;

import java.util.Objects;
import java.util.function.Supplier;

/** A variable of which each thread has its own. Values of threads that are done go when another thread gets one. */
public class ThreadLocal<T> {

    private Value<T> values;

    /** A variable that begins with null. */
    public ThreadLocal() {
    }

    /** The value of a thread. */
    private static final class Value<T> {

        final Thread thread;
        T value;
        Value<T> next;

        Value(Thread thread, T value) {
            this.thread = thread;
            this.value = value;
        }
    }

    /** A variable that begins with what a supplier gives. */
    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        return new Supplied<S>(Objects.requireNonNull(supplier));
    }

    /** A variable that begins with what a supplier gives. */
    private static final class Supplied<T> extends ThreadLocal<T> {

        private final Supplier<? extends T> supplier;

        Supplied(Supplier<? extends T> supplier) {
            this.supplier = supplier;
        }

        @Override
        protected T initialValue() {
            return supplier.get();
        }
    }

    /** For subclasses: the value at the beginning. */
    protected T initialValue() {
        return null;
    }

    private Value<T> find(Thread thread) {
        Value<T> value = values;
        while (value != null && value.thread != thread) {
            value = value.next;
        }
        return value;
    }

    /** The value of the calling thread. */
    public T get() {
        Thread self = Thread.currentThread();
        Value<T> own = find(self);
        if (own == null) {
            T first = initialValue();
            set(first);
            return first;
        }
        return own.value;
    }

    /** Sets the value of the calling thread. */
    public void set(T value) {
        Thread self = Thread.currentThread();
        Value<T> own = find(self);
        if (own == null) {
            add(new Value<T>(self, value));
        } else {
            own.value = value;
        }
    }

    private synchronized void add(Value<T> own) {
        Value<T> kept = null;
        for (Value<T> value = values; value != null; value = value.next) {
            if (value.thread.isAlive()) {
                kept = value;
                break;
            }
        }
        own.next = kept;
        for (; kept != null; kept = kept.next) {
            while (kept.next != null && !kept.next.thread.isAlive()) {
                kept.next = kept.next.next;
            }
        }
        values = own;
    }

    /** Forgets the value of the calling thread: it begins again. */
    public synchronized void remove() {
        Thread self = Thread.currentThread();
        Value<T> own = find(self);
        if (own == null) {
            return;
        }
        if (values == own) {
            values = own.next;
            return;
        }
        Value<T> before = values;
        while (before.next != own) {
            before = before.next;
        }
        before.next = own.next;
    }
}
