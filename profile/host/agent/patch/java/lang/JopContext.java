package java.lang;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/** A calling context: a node of the tree of one thread, written to by that thread alone. */
public final class JopContext {

    private static final long[] NO_COUNTS = {};

    /** What no method is, so that nobody has to ask whether there is a callee. */
    private static final JopContext NONE = new JopContext(null, Integer.MIN_VALUE, 0, (short) 0, true);
    private static final JopContext[] EMPTY = {NONE};

    /** Most places for each callee: as many are tried for each to be found where it is looked for first. */
    private static final int SPREAD = 4;

    /** The caller's context; null for the start of a thread. */
    public final JopContext parent;

    /** Number of the method; -1 for the start of a thread. */
    public final int method;

    /** Blocks that the method takes in a method cache that is first in, first out. */
    private final short blocks;

    /** Whether nobody asks for its counts, as what runs here is not the program's; see {@link JopProfile#suspend}. */
    final boolean isAside;

    /** Calls. */
    public long calls;

    /** Calls for which the method was not in the method cache. */
    public long entryMisses;

    /** Ends after which the caller was not in the method cache. */
    public long exitMisses;

    /** How often each basic block that has a count began, and what bytecodes met; {@link #settled} has those that follow. */
    public final long[] counts;

    /** Callees by their methods, a power of two of places; {@link #NONE} where there is none. */
    JopContext[] callees = EMPTY;

    /** Place in the file that is being written. */
    public int number;

    /** What earlier dumps hold of calls, of both misses and of the counts; null if that is nothing. */
    public long[] dumped;

    private JopContext(JopContext parent, int method, int slots, short blocks, boolean isAside) {
        this.parent = parent;
        this.method = method;
        this.blocks = blocks;
        this.isAside = isAside;
        counts = slots == 0 ? NO_COUNTS : new long[slots];
    }

    /** The start of a thread. */
    static JopContext start() {
        return new JopContext(null, -1, 0, (short) 0, false);
    }

    /** The start of what is not the program's. */
    static JopContext aside() {
        return new JopContext(null, -1, 0, (short) 0, true);
    }

    /** All counts, also of blocks whose counts follow from others; may be asked for at any time. */
    public long[] settled() {
        int[] sums = method < 0 ? null : JopProfile.sums[method];
        if (sums == null) {
            return counts;
        }
        long[] all = new long[counts.length + JopProfile.summed(sums)];
        boolean[] follows = new boolean[all.length];
        for (int i = 0; i < sums.length; i += sums[i + 1] + 2) {
            follows[sums[i]] = true;
        }
        for (int i = 0, slot = 0; i < all.length; ++i) {
            all[i] = follows[i] ? 0 : counts[slot++];
        }
        int i = 0;
        while (i < sums.length) {
            int block = sums[i++];
            long sum = 0;
            for (int left = sums[i++]; left > 0; --left) {
                int term = sums[i++];
                int slot = (term < 0 ? -term : term) - 2;
                long count = slot < 0 ? calls : all[slot];
                sum += term < 0 ? -count : count;
            }
            // Below 0 only if a thread was stopped from outside, or had no stack left between two blocks.
            all[block] = sum < 0 ? 0 : sum;
        }
        return all;
    }

    /** The callees so far. */
    public JopContext[] callees() {
        JopContext[] table = callees;
        JopContext[] found = new JopContext[count(table)];
        int count = 0;
        for (int i = 0; count < found.length; ++i) {
            if (table[i] != NONE) {
                found[count++] = table[i];
            }
        }
        return found;
    }

    /** Whether anything was called. */
    boolean hasCallees() {
        return callees != EMPTY;
    }

    /** Looks for the method in the thread's cache; tells whether it was there. */
    @ForceInline
    boolean look(JopFifoCache cache) {
        return cache.look(method, blocks);
    }

    /** The context of a method that is called from here. */
    @DontInline
    JopContext callee(int method) {
        JopContext[] table = callees;
        int mask = table.length - 1;
        int place = method & mask;
        for (int left = mask; left >= 0 && table[place] != NONE; --left) {
            if (table[place].method == method) {
                return table[place];
            }
            place = place + 1 & mask;
        }
        JopContext added = new JopContext(this, method, JopProfile.slots(method), JopCache.room(method), isAside);
        callees = with(added, table);
        return added;
    }

    /** A table with one more; grows until it is found where it is looked for first, or there are places enough. */
    private static JopContext[] with(JopContext added, JopContext[] table) {
        JopContext[] larger = table;
        while (larger == EMPTY || larger[added.method & larger.length - 1] != NONE
                && larger.length < SPREAD * (count(table) + 1)) {
            larger = larger(larger);
        }
        put(larger, added);
        return larger;
    }

    private static JopContext[] larger(JopContext[] table) {
        JopContext[] larger = new JopContext[table.length * 2];
        for (int i = 0; i < larger.length; ++i) {
            larger[i] = NONE;
        }
        for (int i = 0; i < table.length; ++i) {
            if (table[i] != NONE) {
                put(larger, table[i]);
            }
        }
        return larger;
    }

    private static void put(JopContext[] table, JopContext context) {
        int mask = table.length - 1;
        int place = context.method & mask;
        while (table[place] != NONE) {
            place = place + 1 & mask;
        }
        table[place] = context;
    }

    private static int count(JopContext[] table) {
        int count = 0;
        for (int i = 0; i < table.length; ++i) {
            if (table[i] != NONE) {
                ++count;
            }
        }
        return count;
    }

    /** The start of the thread. */
    JopContext root() {
        JopContext at = this;
        while (at.parent != null) {
            at = at.parent;
        }
        return at;
    }

    /** Adds the tree of a thread that has ended, of any depth, to this one. */
    void addAll(JopContext ended) {
        JopContext[] waiting = new JopContext[32];
        int count = 0;
        waiting[count++] = ended;
        waiting[count++] = this;
        while (count > 0) {
            JopContext to = waiting[--count];
            JopContext from = waiting[--count];
            to.add(from);
            JopContext[] table = from.callees();
            for (int i = 0; i < table.length; ++i) {
                if (count == waiting.length) {
                    JopContext[] longer = new JopContext[count * 2];
                    System.arraycopy(waiting, 0, longer, 0, count);
                    waiting = longer;
                }
                waiting[count++] = table[i];
                waiting[count++] = to.callee(table[i].method);
            }
        }
    }

    private void add(JopContext other) {
        calls += other.calls;
        entryMisses += other.entryMisses;
        exitMisses += other.exitMisses;
        for (int i = 0; i < counts.length; ++i) {
            counts[i] += other.counts[i];
        }
        if (other.dumped != null) {
            if (dumped == null) {
                dumped = new long[other.dumped.length];
            }
            for (int i = 0; i < dumped.length; ++i) {
                dumped[i] += other.dumped[i];
            }
        }
    }
}
