package joplab.cross;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Writes what is counted; crate host-profile reads it and says what it holds. */
final class CountsFile {

    private static final byte[] MAGIC = {'J', 'O', 'P', 'C', 'R', 'O', 'S', 3};

    /** Counts of a context before those of its blocks. */
    private static final int HEAD = 3;

    /** Part of the memory that is kept free for the writing of counts: with less than 2 % free, the virtual machine gives up. */
    private static final int RESERVE = 32;

    private final Recording recording;
    private final String out;
    private byte[] reserve = new byte[(int) Math.min(Integer.MAX_VALUE / 2, Runtime.getRuntime().maxMemory() / RESERVE)];
    private int dumps;
    /** A dump could not be written, so that they do not add up; there are no more. */
    private boolean dumpsFailed;
    private boolean closed;

    CountsFile(Recording recording, String out) {
        this.recording = recording;
        this.out = out;
    }

    /** Gives free what is kept for the end. */
    void makeRoom() {
        reserve = null;
    }

    /** Writes what was counted since the last dump. */
    synchronized void dump() {
        if (!closed && !dumpsFailed) {
            ++dumps;
            dumpsFailed = !write(String.format("%s.%04d", out, dumps), true);
        }
    }

    /** Writes everything, once; with dumps, what is in no dump yet is one more, so that the dumps add up to it. */
    synchronized void finish(boolean hasDumps) {
        if (!closed) {
            if (hasDumps) {
                dump();
            }
            write(out, false);
            closed = true;
        }
    }

    private boolean write(String name, boolean isDump) {
        JopThread[] threads = JopThreads.acquire();
        File part = new File(name + ".part");
        try {
            try (DataOutputStream to = new DataOutputStream(
                    new BufferedOutputStream(new FileOutputStream(part), 1 << 16))) {
                to.write(MAGIC);
                int methods = recording.write(to);
                to.writeInt(threads.length);
                for (JopThread thread : threads) {
                    to.write(thread.group == null ? 0 : 1);
                    text(to, thread.group == null ? thread.thread.getName() : thread.group.name);
                    if (isDump) {
                        difference(to, thread.root, methods);
                    } else {
                        tree(to, thread.root, methods, dumps != 0 && !dumpsFailed);
                    }
                }
            }
            if (!part.renameTo(new File(name))) {
                throw new IOException("it cannot be renamed");
            }
            return true;
        } catch (IOException failed) {
            return failed(part, isDump, failed.getMessage());
        } catch (OutOfMemoryError failed) {
            return failed(part, isDump, failed.toString());
        } finally {
            JopThreads.release();
        }
    }

    private boolean failed(File part, boolean isDump, String reason) {
        part.delete();
        String what = isDump ? "dump " + dumps : "the counts";
        Complaint.make(out, "cannot write " + what + ": " + reason);
        return false;
    }

    /** Callers before their callees, whatever the depth; with {@code dumped} only what is in dumps. The memory may be full. */
    private static void tree(DataOutputStream to, long root, int methods, boolean dumped) throws IOException {
        int number = 0;
        long next;
        for (long node = root; node != 0; node = next) {
            // A call of a method whose context was made for it may still fail.
            boolean isKnown = JopNode.method(node) < methods && (node == root || JopNode.calls(node) != 0);
            if (isKnown) {
                JopNode.setNumber(node, number++);
                long[] figures = null;
                if (dumped && node != root) {
                    figures = JopNode.dumped(node);
                    figures = figures == null ? nothing(node) : figures;
                }
                context(to, node, figures);
            }
            next = JopNode.next(node, isKnown);
        }
        varint(to, 0);
    }

    private static long[] nothing(long node) {
        return new long[HEAD + JopNode.settled(node).length];
    }

    /** Contexts that have counted since the last dump, and their callers. */
    private static void difference(DataOutputStream to, long root, int methods) throws IOException {
        long[] all = new long[64];
        int count = 0;
        long next;
        for (long node = root; node != 0; node = next) {
            boolean isKnown = JopNode.method(node) < methods;
            if (isKnown) {
                JopNode.setNumber(node, -1);
                all = count == all.length ? Arrays.copyOf(all, count * 2) : all;
                all[count++] = node;
            }
            next = JopNode.next(node, isKnown);
        }
        long[][] differences = new long[count][];
        for (int i = count - 1; i > 0; --i) {
            differences[i] = difference(all[i]);
            if (differences[i] != null || JopNode.number(all[i]) == 0) {
                JopNode.setNumber(all[i], 0);
                JopNode.setNumber(JopNode.parent(all[i]), 0);
            }
        }
        JopNode.setNumber(root, 0);
        int number = 0;
        for (int i = 0; i < count; ++i) {
            if (JopNode.number(all[i]) == 0) {
                JopNode.setNumber(all[i], number++);
                boolean onlyCalls = differences[i] == null && i > 0;
                context(to, all[i], onlyCalls ? nothing(all[i]) : differences[i]);
            }
        }
        varint(to, 0);
    }

    /** What a context has counted since the last dump, which it takes note of; null for nothing. */
    private static long[] difference(long node) {
        long[] now = figures(node);
        long[] before = JopNode.dumped(node);
        long[] difference = now.clone();
        boolean any = false;
        for (int i = 0; i < now.length; ++i) {
            difference[i] -= before == null ? 0 : before[i];
            any |= difference[i] != 0;
        }
        if (any) {
            JopNode.setDumped(node, now);
        }
        return any ? difference : null;
    }

    /** Calls, both misses, settled counts. */
    private static long[] figures(long node) {
        long[] counts = JopNode.settled(node);
        long[] figures = new long[HEAD + counts.length];
        figures[0] = JopNode.calls(node);
        figures[1] = JopNode.entryMisses(node);
        figures[2] = JopNode.exitMisses(node);
        System.arraycopy(counts, 0, figures, HEAD, counts.length);
        return figures;
    }

    /** One context; its figures are those of its own if there are none. */
    private static void context(DataOutputStream to, long node, long[] given) throws IOException {
        varint(to, JopNode.method(node) + 1);
        if (JopNode.method(node) < 0) {
            return;
        }
        varint(to, JopNode.number(node) - JopNode.number(JopNode.parent(node)));
        long[] figures = given == null ? figures(node) : given;
        for (int i = 0; i < figures.length; ++i) {
            if (i == HEAD) {
                varint(to, figures.length - HEAD);
            }
            varint(to, figures[i]);
        }
        if (figures.length == HEAD) {
            varint(to, 0);
        }
    }

    static void varint(OutputStream to, long value) throws IOException {
        while ((value & ~0x7f) != 0) {
            to.write((int) value & 0x7f | 0x80);
            value >>>= 7;
        }
        to.write((int) value);
    }

    static void text(DataOutputStream to, String text) throws IOException {
        byte[] bytes = text.getBytes("UTF-8");
        to.writeInt(bytes.length);
        to.write(bytes);
    }
}
