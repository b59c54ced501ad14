package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;

/** Threads wait here for each other, round after round. */
public class CyclicBarrier {

    private final int parties;
    private final Runnable action;
    private int missing;
    private Round round = new Round();

    /** A barrier for a number of threads. */
    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    /** A barrier for a number of threads; the last one that comes runs an action. */
    public CyclicBarrier(int parties, Runnable action) {
        if (parties <= 0) {
            throw new IllegalArgumentException();
        }
        this.parties = parties;
        this.action = action;
        missing = parties;
    }

    /** One meeting of all threads. */
    private static final class Round {

        boolean complete;
        boolean broken;
    }

    /** Waits for the others; 0 for the one that comes last. */
    public int await() throws InterruptedException, BrokenBarrierException {
        try {
            return await(WaitQueue.NEVER);
        } catch (TimeoutException e) {
            throw new InternalError(e);
        }
    }

    /** Waits for the others for some time. */
    public int await(long time, TimeUnit unit)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        return await(WaitQueue.deadline(unit.toNanos(time)));
    }

    private synchronized int await(long deadline)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        Round own = round;
        if (own.broken) {
            throw new BrokenBarrierException();
        }
        if (Thread.interrupted()) {
            breakRound();
            throw new InterruptedException();
        }
        int index = --missing;
        if (index == 0) {
            boolean done = false;
            try {
                if (action != null) {
                    action.run();
                }
                done = true;
            } finally {
                if (!done) {
                    breakRound();
                }
            }
            own.complete = true;
            begin();
            return 0;
        }
        while (!own.complete && !own.broken) {
            boolean inTime;
            try {
                inTime = WaitQueue.await(this, deadline);
            } catch (InterruptedException e) {
                if (own.complete || own.broken) {
                    Thread.currentThread().interrupt();
                    break;
                }
                breakRound();
                throw e;
            }
            if (!inTime) {
                breakRound();
                throw new TimeoutException();
            }
        }
        if (own.broken) {
            throw new BrokenBarrierException();
        }
        return index;
    }

    private void begin() {
        missing = parties;
        round = new Round();
        notifyAll();
    }

    private void breakRound() {
        round.broken = true;
        missing = parties;
        notifyAll();
    }

    /** Number of threads that meet. */
    public int getParties() {
        return parties;
    }

    /** Number of threads that wait. */
    public synchronized int getNumberWaiting() {
        return parties - missing;
    }

    /** Whether somebody left early. */
    public synchronized boolean isBroken() {
        return round.broken;
    }

    /** Sends all that wait away and begins again. */
    public synchronized void reset() {
        breakRound();
        begin();
    }
}
