package java.lang;

/** A calling context: a node of the tree of one thread, written to by that thread alone. */
public final class JopContext {

    /** What {@link #last} is before the first call. */
    private static final JopContext NONE = new JopContext();

    /** The caller's context; null for the start of a thread. */
    public final JopContext parent;

    /** Number of the method; -1 for the start of a thread. */
    public final int method;

    /** Calls. */
    public long calls;

    /** Calls for which the method was not in the method cache. */
    public long entryMisses;

    /** Ends after which the caller was not in the method cache. */
    public long exitMisses;

    /** How often each basic block began, and what its bytecodes met. */
    public final long[] counts;

    /** The callee of the last call. */
    JopContext last;

    /** Callees by their methods, a power of two of places of which at least a quarter is free; null while there is none. */
    public JopContext[] callees;

    /** Number of callees. */
    public int calleeCount;

    /** Place in the file that is being written. */
    public int number;

    /** What earlier dumps hold of calls, of both misses and of the counts; null if that is nothing. */
    public long[] dumped;

    private JopContext() {
        parent = null;
        method = -2;
        counts = null;
    }

    JopContext(JopContext parent, int method, int slots) {
        this.parent = parent;
        this.method = method;
        counts = new long[slots];
        last = NONE;
    }

    /** The context of a method that is called from here. */
    JopContext callee(int method) {
        JopContext[] table = callees;
        if (table == null) {
            table = new JopContext[4];
            callees = table;
        }
        int mask = table.length - 1;
        int place = method * 0x9E3779B9 >>> 16 & mask;
        JopContext found = table[place];
        while (found != null && found.method != method) {
            place = place + 1 & mask;
            found = table[place];
        }
        if (found == null) {
            found = new JopContext(this, method, JopProfile.slots(method));
            table[place] = found;
            ++calleeCount;
            if (calleeCount * 4 > table.length * 3) {
                grow(table);
            }
        }
        last = found;
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
                int place = context.method * 0x9E3779B9 >>> 16 & mask;
                while (larger[place] != null) {
                    place = place + 1 & mask;
                }
                larger[place] = context;
            }
        }
        callees = larger;
    }
}
