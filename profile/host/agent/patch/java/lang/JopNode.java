package java.lang;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Calling contexts: nodes of the tree of one thread, outside of the heap, written to by that thread alone. A node is its
 * address; 0 is none.
 *
 * <pre>
 *   + 0   method; -1 for the start of a thread         + 4   place in the file that is being written
 *   + 8   calls
 *   + 16  address of the method's place in the thread's cache, if that is first in, first out
 *   + 24  calls for which the method was not in the method cache
 *   + 32  ends after which the caller was not in the method cache
 *   + 40  table of callees: their addresses by their methods
 *   + 48  last offset in that table                    + 52  blocks that the method takes in such a cache; {@link #ASIDE}
 *   + 56  caller                                       + 64  callee that came last        + 72  callee of the same caller that came before
 *   + 80  counts: how often each basic block that has one began, and what bytecodes met; {@link #settled} has those that follow
 *   after the counts: contexts of callees that calls are bound to; 0 for none yet
 *   after these, with dumps alone: what earlier dumps hold of calls, of both misses and of the settled counts; 0 if that is nothing
 * </pre>
 */
public final class JopNode {

    private static final int METHOD = 0;
    private static final int NUMBER = 4;
    static final int CALLS = 8;
    static final int PLACE = 16;
    static final int ENTRY_MISSES = 24;
    static final int EXIT_MISSES = 32;
    private static final int TABLE = 40;
    private static final int LAST = 48;
    private static final int SIZE = 52;
    private static final int PARENT = 56;
    private static final int NEWEST = 64;
    private static final int OLDER = 72;

    /** Where the counts begin: instrumented code has the offsets of its counts as constants. */
    public static final int COUNTS = 80;

    /** Next to the blocks: nobody asks for its counts, as what runs here is not the program's; see {@link JopProfile#suspend}. */
    private static final int ASIDE = 1 << 16;

    /** Figures before the counts in what dumps hold. */
    private static final int HEAD = 3;

    /** Most places for each callee: as many are tried for each to be found where it is looked for first. */
    private static final int SPREAD = 4;

    /** Bytes of an entry of a table, as a power of two. */
    private static final int ENTRY_BITS = 3;

    /** For nodes that all threads have. */
    private static final JopArena COMMON = new JopArena();

    /** For what dumps hold. */
    private static final JopArena DUMPS = new JopArena();

    /** The place of what is always in the cache. */
    private static final long ALWAYS = COMMON.part(Long.BYTES);

    /** What no method is, so that nobody has to ask whether there is a callee. */
    private static final long NONE = COMMON.part(COUNTS);

    /** A table with nothing in it. */
    private static final long EMPTY = COMMON.part(Long.BYTES);

    static {
        JopMemory.put(ALWAYS, 0, Long.MAX_VALUE);
        JopMemory.putInt(NONE, METHOD, Integer.MIN_VALUE);
        JopMemory.put(EMPTY, 0, NONE);
    }

    private JopNode() {
    }

    /** The start of a thread, or of what is not the program's. */
    static long start(JopArena arena, boolean isAside) {
        long node = arena.part(COUNTS);
        JopMemory.putInt(node, METHOD, -1);
        JopMemory.put(node, PLACE, ALWAYS);
        JopMemory.put(node, TABLE, EMPTY);
        JopMemory.putInt(node, SIZE, isAside ? ASIDE : 0);
        return node;
    }

    /** Number of the method; -1 for the start of a thread. */
    @ForceInline
    public static int method(long node) {
        return JopMemory.getInt(node, METHOD);
    }

    /** The caller; 0 for the start of a thread. */
    public static long parent(long node) {
        return JopMemory.get(node, PARENT);
    }

    /** The callee that came last; 0 for none. With {@link #older} all callees so far, while further ones come. */
    public static long newest(long node) {
        return JopMemory.get(node, NEWEST);
    }

    /** The callee of the same caller that came before; 0 for none. */
    public static long older(long node) {
        return JopMemory.get(node, OLDER);
    }

    /** Calls. */
    public static long calls(long node) {
        return JopMemory.get(node, CALLS);
    }

    /** Calls for which the method was not in the method cache. */
    public static long entryMisses(long node) {
        return JopMemory.get(node, ENTRY_MISSES);
    }

    /** Ends after which the caller was not in the method cache. */
    public static long exitMisses(long node) {
        return JopMemory.get(node, EXIT_MISSES);
    }

    /** Place in the file that is being written. */
    public static int number(long node) {
        return JopMemory.getInt(node, NUMBER);
    }

    public static void setNumber(long node, int number) {
        JopMemory.putInt(node, NUMBER, number);
    }

    /** Whether what runs here is not the program's. */
    static boolean isAside(long node) {
        return (JopMemory.getInt(node, SIZE) & ASIDE) != 0;
    }

    /** Blocks in a cache that is first in, first out. */
    @ForceInline
    static int blocks(long node) {
        return JopMemory.getInt(node, SIZE) & ASIDE - 1;
    }

    /** A call more. */
    static void call(long node) {
        JopMemory.count(node, CALLS);
    }

    /** Counts once. */
    @ForceInline
    static void count(long node, int slot) {
        JopMemory.count(node, COUNTS + slot * Long.BYTES);
    }

    /** Counts so many times. */
    @ForceInline
    static void add(long node, int slot, long times) {
        JopMemory.put(node, COUNTS + slot * Long.BYTES, count(node, COUNTS, slot) + times);
    }

    private static long count(long node, int from, int slot) {
        return JopMemory.get(node, from + slot * Long.BYTES);
    }

    /** All counts, also of blocks whose counts follow from others; may be asked for at any time. */
    public static long[] settled(long node) {
        int method = method(node);
        int[] sums = method < 0 ? null : JopProfile.sums[method];
        int slots = method < 0 ? 0 : JopProfile.slots(method);
        long[] all = new long[sums == null ? slots : slots + JopProfile.summed(sums)];
        boolean[] follows = new boolean[all.length];
        for (int i = 0; sums != null && i < sums.length; i += sums[i + 1] + 2) {
            follows[sums[i]] = true;
        }
        for (int i = 0, slot = 0; i < all.length; ++i) {
            all[i] = follows[i] ? 0 : count(node, COUNTS, slot++);
        }
        if (sums != null) {
            sum(calls(node), sums, all);
        }
        return all;
    }

    private static void sum(long calls, int[] sums, long[] all) {
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
    }

    /** What dumps hold: calls, both misses, settled counts; null if that is nothing. */
    public static long[] dumped(long node) {
        if (JopEvents.every == 0 || method(node) < 0) {
            return null;
        }
        long from = JopMemory.get(node, dumpedOffset(node));
        if (from == 0) {
            return null;
        }
        long[] dumped = new long[HEAD + settled(node).length];
        for (int i = 0; i < dumped.length; ++i) {
            dumped[i] = count(from, 0, i);
        }
        return dumped;
    }

    /** Takes note of what dumps hold; called where no other thread does. */
    public static void setDumped(long node, long[] dumped) {
        long to = JopMemory.get(node, dumpedOffset(node));
        if (to == 0) {
            to = partForDumps(dumped.length * Long.BYTES);
            JopMemory.put(node, dumpedOffset(node), to);
        }
        for (int i = 0; i < dumped.length; ++i) {
            JopMemory.put(to, i * Long.BYTES, dumped[i]);
        }
    }

    private static synchronized long partForDumps(int bytes) {
        return DUMPS.part(bytes);
    }

    private static int dumpedOffset(long node) {
        return COUNTS + (JopProfile.slots(method(node)) + JopProfile.places[method(node)]) * Long.BYTES;
    }

    /** The context of a callee, most often where it is looked for first. */
    @ForceInline
    static long known(long caller, int method) {
        long table = JopMemory.get(caller, TABLE);
        long node = JopMemory.get(table, method << ENTRY_BITS & JopMemory.getInt(caller, LAST));
        return method(node) == method ? node : callee(caller, method);
    }

    /** The context of a method that the running thread calls from one of its own. */
    @DontInline
    static long callee(long caller, int method) {
        return callee(Thread.currentThread().jopState, caller, method);
    }

    /** The context of a method in the tree of a thread. */
    private static long callee(JopThread thread, long caller, int method) {
        long table = JopMemory.get(caller, TABLE);
        int last = JopMemory.getInt(caller, LAST);
        int place = method << ENTRY_BITS & last;
        for (int left = last; left >= 0; left -= 1 << ENTRY_BITS) {
            long node = JopMemory.get(table, place);
            if (node == NONE) {
                break;
            }
            if (method(node) == method) {
                return node;
            }
            place = place + (1 << ENTRY_BITS) & last;
        }
        return added(thread, caller, method);
    }

    private static long added(JopThread thread, long caller, int method) {
        int bytes = COUNTS + (JopProfile.slots(method) + JopProfile.places[method]) * Long.BYTES;
        long node = thread.arena.part(JopEvents.every == 0 ? bytes : bytes + Long.BYTES);
        JopMemory.putInt(node, METHOD, method);
        // What the agent does itself is no lookup of the program's.
        boolean hasPlace = thread.fifo != null && !isAside(caller);
        JopMemory.put(node, PLACE, hasPlace ? thread.fifo.place(method, thread.arena) : ALWAYS);
        int blocks = hasPlace ? thread.fifo.room(JopProfile.words[method]) : 0;
        JopMemory.putInt(node, SIZE, isAside(caller) ? blocks | ASIDE : blocks);
        JopMemory.put(node, TABLE, EMPTY);
        JopMemory.put(node, PARENT, caller);
        JopMemory.put(node, OLDER, newest(caller));
        enter(thread.arena, caller, node);
        JopMemory.publish();
        JopMemory.put(caller, NEWEST, node);
        return node;
    }

    /** Enters a callee in the table; that grows until it is found where it is looked for first, or there are places enough. */
    private static void enter(JopArena arena, long caller, long node) {
        long table = JopMemory.get(caller, TABLE);
        int old = JopMemory.getInt(caller, LAST);
        int last = old;
        int callees = 1;
        for (long at = newest(caller); at != 0; at = older(at)) {
            ++callees;
        }
        long larger = table;
        while (larger == EMPTY || JopMemory.get(larger, method(node) << ENTRY_BITS & last) != NONE
                && last >> ENTRY_BITS < SPREAD * callees - 1) {
            int bytes = larger == EMPTY ? 1 << ENTRY_BITS : 2 * (last + (1 << ENTRY_BITS));
            if (larger != table) {
                arena.giveBack(larger, last + (1 << ENTRY_BITS));
            }
            larger = arena.table(bytes);
            last = bytes - (1 << ENTRY_BITS);
            fill(larger, last, newest(caller));
        }
        put(larger, last, node);
        JopMemory.put(caller, TABLE, larger);
        JopMemory.putInt(caller, LAST, last);
        if (larger != table && table != EMPTY) {
            arena.giveBack(table, old + (1 << ENTRY_BITS));
        }
    }

    private static void fill(long table, int last, long newest) {
        for (int place = 0; place <= last; place += 1 << ENTRY_BITS) {
            JopMemory.put(table, place, NONE);
        }
        for (long at = newest; at != 0; at = older(at)) {
            put(table, last, at);
        }
    }

    private static void put(long table, int last, long node) {
        int place = method(node) << ENTRY_BITS & last;
        while (JopMemory.get(table, place) != NONE) {
            place = place + (1 << ENTRY_BITS) & last;
        }
        JopMemory.put(table, place, node);
    }

    /** The start of the thread. */
    static long root(long node) {
        long at = node;
        while (parent(at) != 0) {
            at = parent(at);
        }
        return at;
    }

    /** The next node of a tree in an order in which callers come before callees; 0 behind the last one. */
    public static long next(long node, boolean withCallees) {
        if (withCallees && newest(node) != 0) {
            return newest(node);
        }
        for (long at = node; at != 0; at = parent(at)) {
            if (older(at) != 0) {
                return older(at);
            }
        }
        return 0;
    }

    /** Adds the tree of a thread that has ended, of any depth, to that of another. */
    static void addAll(JopThread sum, JopThread ended) {
        long from = ended.root;
        long to = sum.root;
        while (true) {
            add(to, from);
            if (newest(from) != 0) {
                from = newest(from);
                to = callee(sum, to, method(from));
                continue;
            }
            while (from != 0 && older(from) == 0) {
                from = parent(from);
                to = parent(to);
            }
            if (from == 0) {
                return;
            }
            from = older(from);
            to = callee(sum, parent(to), method(from));
        }
    }

    private static void add(long to, long from) {
        JopMemory.put(to, CALLS, calls(to) + calls(from));
        JopMemory.put(to, ENTRY_MISSES, entryMisses(to) + entryMisses(from));
        JopMemory.put(to, EXIT_MISSES, exitMisses(to) + exitMisses(from));
        int slots = method(to) < 0 ? 0 : JopProfile.slots(method(to));
        for (int slot = 0; slot < slots; ++slot) {
            add(to, slot, count(from, COUNTS, slot));
        }
        long[] more = dumped(from);
        if (more != null) {
            long[] dumped = dumped(to);
            for (int i = 0; dumped != null && i < dumped.length; ++i) {
                more[i] += dumped[i];
            }
            setDumped(to, more);
        }
    }
}
