package java.lang;

/**
 * The threads of the program. The first ones keep a tree each; of later ones, those whose names differ in digits alone are
 * one group, and the trees of those that have ended are added up, so that many short threads need little memory.
 */
public final class JopThreads {

    /** Threads that keep a tree each. */
    public static final int OWN = 64;

    /** Groups; threads of further names are in the last one. */
    private static final int MOST_GROUPS = 256;

    private static final String ATTACHING = "(attaching)";

    private static final Object LOCK = new Object();

    private static final JopThread[] FIRST = new JopThread[OWN];
    private static int firstCount;

    /** Later threads that have not been found to have ended. */
    private static JopThread[] later = new JopThread[OWN];
    private static int laterCount;

    private static JopGroup[] groups = new JopGroup[8];
    private static int groupCount;

    /** Writers that read the trees: nothing is added up meanwhile. */
    private static int readers;

    private JopThreads() {
    }

    /** A thread begins; called where nothing is counted. */
    static void add(JopThread thread) {
        synchronized (LOCK) {
            if (firstCount < OWN) {
                FIRST[firstCount++] = thread;
                return;
            }
            // A thread that attaches, as the last one does at the end, runs its own constructor before it has a name.
            String name = thread.thread.getName();
            thread.group = group(name == null ? ATTACHING : pattern(name));
            if (laterCount == later.length) {
                if (readers == 0) {
                    addUpEnded();
                }
                if (laterCount * 2 > later.length) {
                    JopThread[] longer = new JopThread[later.length * 2];
                    System.arraycopy(later, 0, longer, 0, laterCount);
                    later = longer;
                }
            }
            later[laterCount++] = thread;
        }
    }

    /** All threads and groups that have called anything, until {@link #release}. */
    public static JopThread[] acquire() {
        synchronized (LOCK) {
            ++readers;
            JopThread[] all = new JopThread[firstCount + groupCount + laterCount];
            int count = 0;
            for (int i = 0; i < all.length; ++i) {
                JopThread thread = i < firstCount ? FIRST[i]
                        : i < firstCount + groupCount ? groups[i - firstCount].ended : later[i - firstCount - groupCount];
                if (JopNode.newest(thread.root) != 0) {
                    all[count++] = thread;
                }
            }
            JopThread[] found = new JopThread[count];
            System.arraycopy(all, 0, found, 0, count);
            return found;
        }
    }

    /** Ends what {@link #acquire} began. */
    public static void release() {
        synchronized (LOCK) {
            --readers;
        }
    }

    private static void addUpEnded() {
        int kept = 0;
        for (int i = 0; i < laterCount; ++i) {
            JopThread thread = later[i];
            if (thread.thread.isAlive()) {
                later[kept++] = thread;
            } else {
                JopNode.addAll(thread.group.ended, thread);
                // What a callback was shown stays.
                if (JopEvents.every == 0) {
                    thread.arena.release();
                }
            }
        }
        for (int i = kept; i < laterCount; ++i) {
            later[i] = null;
        }
        laterCount = kept;
    }

    private static JopGroup group(String name) {
        for (int i = 0; i < groupCount; ++i) {
            if (groups[i].name.equals(name)) {
                return groups[i];
            }
        }
        if (groupCount == MOST_GROUPS) {
            return groups[MOST_GROUPS - 1];
        }
        if (groupCount == groups.length) {
            JopGroup[] longer = new JopGroup[groupCount * 2];
            System.arraycopy(groups, 0, longer, 0, groupCount);
            groups = longer;
        }
        JopGroup group = new JopGroup(groupCount == MOST_GROUPS - 1 ? "(other threads)" : name);
        groups[groupCount++] = group;
        return group;
    }

    /** A name with {@code #} in place of each number. */
    static String pattern(String name) {
        StringBuilder pattern = new StringBuilder();
        boolean inNumber = false;
        for (int i = 0; i < name.length(); ++i) {
            char at = name.charAt(i);
            boolean isDigit = at >= '0' && at <= '9';
            if (!isDigit) {
                pattern.append(at);
            } else if (!inNumber) {
                pattern.append('#');
            }
            inNumber = isDigit;
        }
        return pattern.toString();
    }
}
