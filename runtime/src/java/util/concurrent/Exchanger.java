package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;

/** Two threads meet here and exchange objects. */
public class Exchanger<V> {

    private Side<V> waiting;

    /** One of it. */
    public Exchanger() {
    }

    /** What one of the two brings and gets. */
    private static final class Side<V> {

        V brought;
        V got;
        boolean met;
    }

    /** Waits for another thread; gives what it brings. */
    public V exchange(V object) throws InterruptedException {
        try {
            return exchange(object, WaitQueue.NEVER);
        } catch (TimeoutException e) {
            throw new InternalError(e);
        }
    }

    /** Waits for another thread for some time; gives what it brings. */
    public V exchange(V object, long time, TimeUnit unit) throws InterruptedException, TimeoutException {
        return exchange(object, WaitQueue.deadline(unit.toNanos(time)));
    }

    private synchronized V exchange(V object, long deadline) throws InterruptedException, TimeoutException {
        WaitingQueue.checkInterrupt();
        Side<V> other = waiting;
        if (other != null) {
            waiting = null;
            other.got = object;
            other.met = true;
            notifyAll();
            return other.brought;
        }
        Side<V> own = new Side<V>();
        own.brought = object;
        waiting = own;
        try {
            while (!own.met) {
                if (!WaitQueue.await(this, deadline)) {
                    throw new TimeoutException();
                }
            }
        } finally {
            if (waiting == own) {
                waiting = null;
            }
        }
        return own.got;
    }
}
