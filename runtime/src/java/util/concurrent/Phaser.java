package java.util.concurrent;

import com.jopdesign.sys.WaitQueue;

/** Threads wait here for each other, phase after phase; their number may change, and phasers may make up a tree. */
public class Phaser {

    private static final int MOST_PARTIES = 0xffff;

    private final Phaser parent;

    /** The top of the tree, whose monitor guards all of it and whose phase counts. */
    private final Phaser root;

    private int phase;
    private int parties;
    private int missing;

    /** A phaser for nobody yet. */
    public Phaser() {
        this(null, 0);
    }

    /** A phaser for a number of parties. */
    public Phaser(int parties) {
        this(null, parties);
    }

    /** A phaser below another one. */
    public Phaser(Phaser parent) {
        this(parent, 0);
    }

    /** A phaser below another one, for a number of parties. */
    public Phaser(Phaser parent, int parties) {
        if (parties < 0 || parties > MOST_PARTIES) {
            throw new IllegalArgumentException("Illegal number of parties");
        }
        this.parent = parent;
        root = parent == null ? this : parent.root;
        if (parent != null && parties != 0) {
            parent.register();
        }
        phase = root.phase;
        this.parties = parties;
        missing = parties;
    }

    /** Begins the phase that the root has come to. The caller holds the root's monitor. */
    private void follow() {
        if (phase != root.phase) {
            phase = root.phase;
            missing = parties;
        }
    }

    /** One party more. */
    public int register() {
        return bulkRegister(1);
    }

    /** Some parties more; gives the phase. */
    public int bulkRegister(int more) {
        if (more < 0) {
            throw new IllegalArgumentException();
        }
        synchronized (root) {
            follow();
            if (more == 0 || phase < 0) {
                return phase;
            }
            if (parties + more > MOST_PARTIES) {
                throw new IllegalStateException("Attempt to register more than " + MOST_PARTIES + " parties for " + text());
            }
            if (parent != null && parties == 0) {
                parent.bulkRegister(1);
            }
            parties += more;
            missing += more;
            return phase;
        }
    }

    /** Arrives without waiting; gives the phase. */
    public int arrive() {
        return arrive(false);
    }

    /** Arrives and leaves for good; gives the phase. */
    public int arriveAndDeregister() {
        return arrive(true);
    }

    private int arrive(boolean leaves) {
        synchronized (root) {
            follow();
            int arrived = phase;
            boolean gone = leaves;
            // Whoever comes last arrives at the parent, too.
            for (Phaser phaser = this; arrived >= 0; phaser = phaser.parent) {
                phaser.follow();
                if (phaser.missing <= 0) {
                    throw new IllegalStateException("Attempted arrival of unregistered party for " + phaser.text());
                }
                --phaser.missing;
                if (gone) {
                    --phaser.parties;
                }
                if (phaser.missing > 0) {
                    break;
                }
                if (phaser.parent == null) {
                    phaser.advance();
                    break;
                }
                gone = phaser.parties == 0;
            }
            return arrived;
        }
    }

    private void advance() {
        boolean ends = onAdvance(phase, parties);
        int next = phase + 1 & Integer.MAX_VALUE;
        phase = ends ? next | Integer.MIN_VALUE : next;
        missing = parties;
        notifyAll();
    }

    /** Arrives and waits for the others; gives the next phase. */
    public int arriveAndAwaitAdvance() {
        return awaitAdvance(arrive(false));
    }

    /** Waits until a phase is over, whatever interrupts; gives the next one. */
    public int awaitAdvance(int phase) {
        if (phase < 0) {
            return phase;
        }
        boolean interrupted = false;
        synchronized (root) {
            while (root.phase == phase) {
                try {
                    WaitQueue.await(root, WaitQueue.NEVER);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return root.phase;
    }

    /** Waits until a phase is over; gives the next one. */
    public int awaitAdvanceInterruptibly(int phase) throws InterruptedException {
        try {
            return await(phase, WaitQueue.NEVER);
        } catch (TimeoutException e) {
            throw new InternalError(e);
        }
    }

    /** Waits some time until a phase is over; gives the next one. */
    public int awaitAdvanceInterruptibly(int phase, long time, TimeUnit unit)
            throws InterruptedException, TimeoutException {
        return await(phase, WaitQueue.deadline(unit.toNanos(time)));
    }

    private int await(int phase, long deadline) throws InterruptedException, TimeoutException {
        if (phase < 0) {
            return phase;
        }
        synchronized (root) {
            if (root.phase == phase) {
                WaitingQueue.checkInterrupt();
            }
            while (root.phase == phase) {
                if (!WaitQueue.await(root, deadline)) {
                    throw new TimeoutException();
                }
            }
            return root.phase;
        }
    }

    /** Ends it: nobody waits here any more. */
    public void forceTermination() {
        synchronized (root) {
            root.phase |= Integer.MIN_VALUE;
            root.notifyAll();
        }
    }

    /** What happens between two phases, seen by the party that came last; whether this was the last phase. */
    protected boolean onAdvance(int phase, int registeredParties) {
        return registeredParties == 0;
    }

    /** The phase; negative at the end. */
    public final int getPhase() {
        return root.phase;
    }

    /** Number of parties. */
    public int getRegisteredParties() {
        return parties;
    }

    /** Number of parties that arrived. */
    public int getArrivedParties() {
        synchronized (root) {
            follow();
            return parties - missing;
        }
    }

    /** Number of parties that did not arrive. */
    public int getUnarrivedParties() {
        synchronized (root) {
            follow();
            return missing;
        }
    }

    /** The phaser above, or null. */
    public Phaser getParent() {
        return parent;
    }

    /** The phaser at the top. */
    public Phaser getRoot() {
        return root;
    }

    /** Whether it has come to its end. */
    public boolean isTerminated() {
        return root.phase < 0;
    }

    private String text() {
        return super.toString() + "[phase = " + phase + " parties = " + parties + " arrived = " + (parties - missing) + "]";
    }

    @Override
    public String toString() {
        synchronized (root) {
            follow();
            return text();
        }
    }
}
