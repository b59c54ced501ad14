package java.lang;

import jdk.internal.vm.annotation.DontInline;

/** A calling context: a node of the tree of one thread, written to by that thread alone. */
public final class JopContext {

    /** The caller's context; null for the start of a thread. */
    public final JopContext parent;

    /** Number of the method; -1 for the start of a thread. */
    public final int method;

    /** Words that the linked code of the method has. */
    final int words;

    /** Whether nobody asks for its counts, as what runs here is not the program's; see {@link JopProfile#suspend}. */
    final boolean isAside;

    /** Calls. */
    public long calls;

    /** Calls for which the method was not in the method cache. */
    public long entryMisses;

    /** Ends after which the caller was not in the method cache. */
    public long exitMisses;

    /** How often each basic block began, and what its bytecodes met; {@link #settled} fills in what follows from others. */
    public final long[] counts;

    /** Callees by their methods, a power of two of places of which at least a quarter is free; null while there is none. */
    public JopContext[] callees;

    /** Number of callees. */
    public int calleeCount;

    /** Place in the file that is being written. */
    public int number;

    /** What earlier dumps hold of calls, of both misses and of the counts; null if that is nothing. */
    public long[] dumped;

    private JopContext(JopContext parent, int method, int slots, int words, boolean isAside) {
        this.parent = parent;
        this.method = method;
        this.words = words;
        this.isAside = isAside;
        counts = new long[slots];
    }

    /** The start of a thread. */
    static JopContext start() {
        return new JopContext(null, -1, 0, 0, false);
    }

    /** The start of what is not the program's. */
    static JopContext aside() {
        return new JopContext(null, -1, 0, 0, true);
    }

    /** All counts, also of blocks whose counts follow from others; may be asked for at any time. */
    public long[] settled() {
        int[] sums = method < 0 ? null : JopProfile.sums[method];
        int i = 0;
        while (sums != null && i < sums.length) {
            int block = sums[i++];
            long sum = 0;
            for (int left = sums[i++]; left > 0; --left) {
                int term = sums[i++];
                int slot = (term < 0 ? -term : term) - 2;
                long count = slot < 0 ? calls : counts[slot];
                sum += term < 0 ? -count : count;
            }
            // Below 0 only if a thread was stopped from outside, or had no stack left between two blocks.
            counts[block] = sum < 0 ? 0 : sum;
        }
        return counts;
    }

    /** The context of a method that is called from here. */
    @DontInline
    JopContext callee(int method) {
        JopContext[] table = callees;
        if (table == null) {
            table = new JopContext[4];
            callees = table;
        }
        int mask = table.length - 1;
        int place = method & mask;
        JopContext found = table[place];
        while (found != null && found.method != method) {
            place = place + 1 & mask;
            found = table[place];
        }
        if (found == null) {
            found = new JopContext(this, method, JopProfile.slots(method), JopProfile.words[method], isAside);
            table[place] = found;
            ++calleeCount;
            if (calleeCount * 4 > table.length * 3) {
                grow(table);
            }
        }
        return found;
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
            JopContext[] table = from.callees;
            for (int i = 0; table != null && i < table.length; ++i) {
                if (table[i] != null) {
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

    private void grow(JopContext[] table) {
        JopContext[] larger = new JopContext[table.length * 2];
        int mask = larger.length - 1;
        for (int i = 0; i < table.length; ++i) {
            JopContext context = table[i];
            if (context != null) {
                int place = context.method & mask;
                while (larger[place] != null) {
                    place = place + 1 & mask;
                }
                larger[place] = context;
            }
        }
        callees = larger;
    }
}
