package java.util.concurrent;

/** A task that begins later. */
public interface ScheduledFuture<V> extends Delayed, Future<V> {
}
