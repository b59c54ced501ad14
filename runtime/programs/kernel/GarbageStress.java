package kernel;

import program.Verdict;

/**
 * Allocates without end and keeps a little: trees, lists, arrays and strings of which the collector has to keep the
 * right ones, move them, and leave their contents alone.
 *
 * <p>The argument counts rounds; 64 of them allocate about 1.2 MB, so that 4800 fill the heap of the default machine a hundred times.
 */
public final class GarbageStress {

    /** How many structures stay alive at a time. */
    private static final int KEPT = 24;

    /** A structure that knows whether it is intact. */
    private abstract static class Structure {
        final int seed;

        Structure(int seed) {
            this.seed = seed;
        }

        abstract boolean isIntact();
    }

    /** A list of cells. */
    private static final class Chain extends Structure {
        private static final int LENGTH = 40;

        private static final class Cell {
            final int value;
            final Cell next;

            Cell(int value, Cell next) {
                this.value = value;
                this.next = next;
            }
        }

        private final Cell first;

        Chain(int seed) {
            super(seed);
            Cell cell = null;
            for (int i = 0; i < LENGTH; ++i) {
                cell = new Cell(seed + i, cell);
            }
            first = cell;
        }

        @Override
        boolean isIntact() {
            int expected = seed + LENGTH;
            for (Cell cell = first; cell != null; cell = cell.next) {
                if (cell.value != --expected) {
                    return false;
                }
            }
            return expected == seed;
        }
    }

    /** Arrays of several types and sizes. */
    private static final class Table extends Structure {
        private final int[][] rows = new int[6][];
        private final byte[] bytes;
        private final long[] longs;

        Table(int seed) {
            super(seed);
            for (int i = 0; i < rows.length; ++i) {
                rows[i] = new int[(seed & 63) + 20 * i];
                rows[i][rows[i].length >> 1] = seed * i;
            }
            bytes = new byte[300];
            bytes[seed & 255] = (byte) seed;
            longs = new long[40];
            longs[seed & 31] = (long) seed << 20;
        }

        @Override
        boolean isIntact() {
            for (int i = 0; i < rows.length; ++i) {
                if (rows[i].length != (seed & 63) + 20 * i || rows[i][rows[i].length >> 1] != seed * i) {
                    return false;
                }
            }
            return bytes[seed & 255] == (byte) seed && longs[seed & 31] == (long) seed << 20 && rows[1][0] == 0;
        }
    }

    /** A binary tree in which children know their parent: references in circles. */
    private static final class Tree extends Structure {
        private static final int NODES = 31;

        private static final class Node {
            int value;
            Node parent;
            Node left;
            Node right;
        }

        private final Node root;

        Tree(int seed) {
            super(seed);
            Node[] nodes = new Node[NODES];
            for (int i = 0; i < NODES; ++i) {
                Node node = new Node();
                node.value = seed ^ i;
                nodes[i] = node;
                if (i > 0) {
                    Node parent = nodes[i - 1 >> 1];
                    node.parent = parent;
                    if ((i & 1) == 1) {
                        parent.left = node;
                    } else {
                        parent.right = node;
                    }
                }
            }
            root = nodes[0];
        }

        @Override
        boolean isIntact() {
            int index = 0;
            for (Node node = root; node != null; node = node.left) {
                if (node.value != (seed ^ index) || node.left != null && node.right.parent != node) {
                    return false;
                }
                index = 2 * index + 1;
            }
            return index == NODES;
        }
    }

    /** Texts. */
    private static final class Texts extends Structure {
        private final String[] texts = new String[8];

        Texts(int seed) {
            super(seed);
            for (int i = 0; i < texts.length; ++i) {
                texts[i] = "text " + seed + '/' + i;
            }
        }

        @Override
        boolean isIntact() {
            for (int i = 0; i < texts.length; ++i) {
                if (!texts[i].equals("text " + seed + '/' + i)) {
                    return false;
                }
            }
            return true;
        }
    }

    private GarbageStress() {
    }

    /** Allocates as long as the argument says. */
    public static void main(String[] args) {
        int rounds = Verdict.length(args);
        Verdict verdict = new Verdict("gc-stress");
        Structure[] kept = new Structure[KEPT];
        Numbers numbers = new Numbers(31);
        int made = 0;
        int intact = 0;
        int checked = 0;
        for (int i = 0; i < rounds; ++i) {
            for (int j = 0; j < 8; ++j) {
                int place = numbers.below(KEPT);
                if (kept[place] != null) {
                    ++checked;
                    intact += kept[place].isIntact() ? 1 : 0;
                }
                kept[place] = make(++made);
            }
            if ((i & 7) == 7) {
                // So that a short run collects, too.
                System.gc();
            }
        }
        for (int i = 0; i < KEPT; ++i) {
            if (kept[i] != null) {
                ++checked;
                intact += kept[i].isIntact() ? 1 : 0;
            }
        }
        verdict.show("structures", made);
        verdict.equal("intact", made, intact);
        verdict.equal("looked at", made, checked);
        verdict.end();
    }

    private static Structure make(int seed) {
        switch (seed & 7) {
            case 0:
            case 1:
                return new Chain(seed);
            case 2:
                return new Tree(seed);
            case 3:
                return new Texts(seed);
            default:
                return new Table(seed);
        }
    }
}
