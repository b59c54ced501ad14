//! Members that all generated classes have, for the statements to use.

/// Fields, classes and methods. `START` is the first value of `state`.
pub(super) const MEMBERS: &str = r"    private static final int[] DATA = {5, 3, 9, 1, 7, 12, 2, 8, 0, 4, 15, 6, 11, 10, 14, 13};
    private static final Object LOCK = new Object();
    private static int state = START;
    private static int limit = 3;
    private static Link chain;
    private static int filled;

    /** Counts up to its capacity, and beyond where somebody else counts in between. */
    static final class Ring {
        private final int capacity;
        private int count;

        Ring(int capacity) {
            this.capacity = capacity;
        }

        void add(int by) {
            if (count < capacity) {
                state ^= by;
                count++;
            }
        }

        void addTwice(Ring other, int by) {
            if (count < capacity) {
                other.add(by);
                count++;
            }
        }

        void take(int by) {
            if (count >= by && by > 0) {
                count -= by;
            }
        }

        int sum() {
            int sum = 0;
            for (int i = 0; i < count && i < 60; ++i) {
                sum += i;
            }
            return sum;
        }
    }

    private static final Ring[] RINGS = {new Ring(4), new Ring(11)};

    static void fill(int x) {
        if (filled < 9) {
            filled++;
        }
    }

    /** One of two ways to do something. */
    abstract static class Way {
        abstract int go(int x);
    }

    static final class Short extends Way {
        @Override
        int go(int x) {
            return x + 1;
        }
    }

    static final class Long extends Way {
        private int last;

        @Override
        int go(int x) {
            for (int i = 0; i < 5; ++i) {
                last += x ^ i;
            }
            return last;
        }
    }

    private static final Way[] WAYS = {new Short(), new Long()};

    /** Something that is called through an interface, with a method of its own. */
    interface Act {
        int act(int x);

        default int twice(int x) {
            return act(act(x) & 63);
        }
    }

    static final class Plain implements Act {
        @Override
        public int act(int x) {
            return x ^ 21;
        }
    }

    static final class Looping implements Act {
        private final int most;

        Looping(int most) {
            this.most = most;
        }

        @Override
        public int act(int x) {
            int sum = x;
            for (int i = 0; i < most; ++i) {
                sum = sum * 3 + i;
            }
            return sum;
        }

        @Override
        public int twice(int x) {
            return act(x) - 1;
        }
    }

    private static final Act[] ACTS = {new Plain(), new Looping(4), new Looping(6)};

    /** A link of a list. */
    static final class Link {
        final int value;
        final Link next;

        Link(int value, Link next) {
            this.value = value;
            this.next = next;
        }
    }

    static int over(int x) {
        int sum = 0;
        for (int i = 0; i < 4; ++i) {
            sum += x >> i;
        }
        return sum;
    }

    static int over(int x, int y) {
        int sum = y;
        for (int i = x & 7; i > 0; --i) {
            sum ^= i;
        }
        return sum;
    }

    /** Ends by its argument. */
    static int down(int n, int x) {
        return n <= 0 ? x : down(n - 1, x ^ n) + 1;
    }

    /** Throws now and then. */
    static int careful(int x) {
        if ((x & 31) == 7) {
            throw new IllegalStateException();
        }
        return x + 3;
    }

    static int read(int[] words, int place) {
        return words[place & 7];
    }
";

/// Calls of `down` that are active at once, at most.
pub(super) const DEPTH: u32 = 7;
