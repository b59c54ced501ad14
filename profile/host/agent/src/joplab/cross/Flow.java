package joplab.cross;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Which blocks of a method need a count. What flows into a junction, where blocks end and others begin, flows out of it. So
 * blocks are edges between junctions, those of a spanning tree need no count, and the tree is chosen to have the inner loops.
 *
 * <pre>
 *   A ──┬── B ──┬── D        junctions: before A, between A and B C, between B C and D, behind D
 *       └── C ──┘            A is as often as the method is called, B is counted, C = A - B, D = B + C
 * </pre>
 *
 * A block can lose part of its flow by an exception. If that is one of the bytecodes themselves, what it loses is counted
 * when the exception comes by. A call may also never return, or not yet: its block flows to the outside, of which nothing is
 * said.
 */
final class Flow {

    private final int blocks;
    /** Union of ends of blocks, by twice their number, and the outside; roots are junctions. */
    private final int[] above;
    private final int[] depth;
    private final boolean[] loses;
    private final boolean[] mayThrow;
    private boolean[] isSummed;
    private int[] lossOf;
    private int losses;

    Flow(int blocks) {
        this.blocks = blocks;
        above = new int[2 * blocks + 1];
        for (int i = 0; i < above.length; ++i) {
            above[i] = i;
        }
        depth = new int[blocks];
        loses = new boolean[blocks];
        mayThrow = new boolean[blocks];
    }

    private int outside() {
        return 2 * blocks;
    }

    private static int find(int[] above, int of) {
        int at = of;
        while (above[at] != at) {
            above[at] = above[above[at]];
            at = above[at];
        }
        return at;
    }

    private int start(int block) {
        return find(above, 2 * block);
    }

    private int end(int block) {
        return find(above, 2 * block + 1);
    }

    /** One block may follow another. */
    void edge(int from, int to) {
        above[end(from)] = start(to);
        if (to <= from) {
            for (int i = to; i <= from; ++i) {
                ++depth[i];
            }
        }
    }

    /** A block may end without another that follows. */
    void leaves(int block) {
        above[end(block)] = find(above, outside());
    }

    /** A block begins by an exception. */
    void handles(int block) {
        above[start(block)] = find(above, outside());
    }

    /** Something in the block may throw; that is told, or its flow goes outside. */
    void mayThrow(int block, boolean isTold) {
        mayThrow[block] = true;
        loses[block] = isTold;
        if (!isTold) {
            leaves(block);
        }
    }

    /** Whether something in the block may throw. */
    boolean mayThrow(int block) {
        return mayThrow[block];
    }

    /** Chooses; nothing is added any more. */
    void solve() {
        Integer[] order = new Integer[blocks];
        for (int block = 0; block < blocks; ++block) {
            order[block] = block;
        }
        // No lambdas where classes are loaded: the JDK would make their classes at each start.
        Arrays.sort(order, new Comparator<Integer>() {
            @Override
            public int compare(Integer a, Integer b) {
                return depth[b] - depth[a];
            }
        });
        int[] trees = new int[above.length];
        for (int i = 0; i < trees.length; ++i) {
            trees[i] = i;
        }
        isSummed = new boolean[blocks];
        for (int block : order) {
            int from = find(trees, start(block));
            int to = find(trees, end(block));
            if (from != to) {
                trees[from] = to;
                isSummed[block] = true;
            }
        }
        lossOf = new int[blocks];
        int outside = find(above, outside());
        for (int block = 0; block < blocks; ++block) {
            if (loses[block] && end(block) != outside) {
                lossOf[block] = ++losses;
            }
        }
    }

    /** Whether the count of a block follows from others. */
    boolean isSummed(int block) {
        return isSummed[block];
    }

    /** Number of the loss of a block, from 1 on; 0 if it has none that matters. */
    int loss(int block) {
        return lossOf[block];
    }

    /** Number of losses. */
    int losses() {
        return losses;
    }

    /** The sums, in an order in which each needs only counts and earlier sums; losses lie at the end of the slots. */
    int[] sums(int slots) {
        List<List<Integer>> at = new ArrayList<>();
        for (int i = 0; i < above.length; ++i) {
            at.add(null);
        }
        for (int block = 0; block < blocks; ++block) {
            for (int junction : new int[] {start(block), end(block)}) {
                if (at.get(junction) == null) {
                    at.set(junction, new ArrayList<>());
                }
                at.get(junction).add(block);
            }
        }
        // Junctions from the outside on, each with the block that leads there: sums are made in the other direction.
        int[] junctions = new int[above.length];
        int[] blockTo = new int[above.length];
        boolean[] seen = new boolean[above.length];
        int found = 0;
        for (int i = -1; i < 2 * blocks; ++i) {
            int root = find(above, i < 0 ? outside() : i);
            if (seen[root]) {
                continue;
            }
            seen[root] = true;
            blockTo[found] = -1;
            junctions[found++] = root;
            for (int next = found - 1; next < found; ++next) {
                if (at.get(junctions[next]) == null) {
                    continue;
                }
                for (int block : at.get(junctions[next])) {
                    int other = start(block) == junctions[next] ? end(block) : start(block);
                    if (isSummed[block] && !seen[other]) {
                        seen[other] = true;
                        blockTo[found] = block;
                        junctions[found++] = other;
                    }
                }
            }
        }
        List<Integer> sums = new ArrayList<>();
        for (int i = found - 1; i >= 0; --i) {
            if (blockTo[i] >= 0) {
                sum(blockTo[i], junctions[i], at.get(junctions[i]), slots, sums);
            }
        }
        int[] all = new int[sums.size()];
        for (int i = 0; i < all.length; ++i) {
            all[i] = sums.get(i);
        }
        return all;
    }

    /** What flows into a junction less what flows out of it, with the sign that leaves the block alone on the other side. */
    private void sum(int block, int junction, List<Integer> around, int slots, List<Integer> sums) {
        int sign = start(block) == junction ? 1 : -1;
        List<Integer> terms = new ArrayList<>();
        if (blocks > 0 && start(0) == junction) {
            terms.add(sign);
        }
        int before = -1;
        for (int each : around) {
            if (each == before) {
                // Begins and ends here, and was met twice.
                continue;
            }
            before = each;
            boolean comes = end(each) == junction;
            boolean goes = start(each) == junction;
            if (each != block && comes != goes) {
                terms.add((comes ? sign : -sign) * (each + 2));
            }
            if (comes && lossOf[each] != 0) {
                terms.add(-sign * (slots - lossOf[each] + 2));
            }
        }
        sums.add(block);
        sums.add(terms.size());
        sums.addAll(terms);
    }
}
