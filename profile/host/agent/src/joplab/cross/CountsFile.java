package joplab.cross;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

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

    /**
     * Callers before their callees, whatever the depth; with {@code dumped} only what is in dumps. What waits is one path and its
     * siblings: the memory may be full.
     */
    private static void tree(DataOutputStream to, JopContext root, int methods, boolean dumped) throws IOException {
        ArrayDeque<JopContext> waiting = new ArrayDeque<>();
        waiting.push(root);
        int number = 0;
        while (!waiting.isEmpty()) {
            JopContext context = waiting.pop();
            context.number = number++;
            long[] figures = null;
            if (dumped && context.method >= 0) {
                figures = context.dumped == null ? new long[HEAD + context.settled().length] : context.dumped;
            }
            context(to, context, figures);
            for (JopContext callee : callees(context, methods)) {
                waiting.push(callee);
            }
        }
        varint(to, 0);
    }

    /** Contexts that have counted since the last dump, and their callers. */
    private static void difference(DataOutputStream to, JopContext root, int methods) throws IOException {
        List<JopContext> all = new ArrayList<>();
        all.add(root);
        for (int i = 0; i < all.size(); ++i) {
            all.get(i).number = -1;
            all.addAll(callees(all.get(i), methods));
        }
        long[][] differences = new long[all.size()][];
        for (int i = differences.length - 1; i > 0; --i) {
            JopContext context = all.get(i);
            differences[i] = difference(context);
            if (differences[i] != null || context.number == 0) {
                context.number = 0;
                context.parent.number = 0;
            }
        }
        root.number = 0;
        int number = 0;
        for (int i = 0; i < differences.length; ++i) {
            JopContext context = all.get(i);
            if (context.number == 0) {
                context.number = number++;
                boolean onlyCalls = differences[i] == null && i > 0;
                context(to, context, onlyCalls ? new long[HEAD + context.settled().length] : differences[i]);
            }
        }
        varint(to, 0);
    }

    /** What a context has counted since the last dump, which it takes note of; null for nothing. */
    private static long[] difference(JopContext context) {
        long[] counts = context.settled();
        long[] before = context.dumped;
        long[] now = new long[HEAD + counts.length];
        now[0] = context.calls;
        now[1] = context.entryMisses;
        now[2] = context.exitMisses;
        System.arraycopy(counts, 0, now, HEAD, counts.length);
        long[] difference = before == null ? now.clone() : now;
        boolean any = false;
        for (int i = 0; i < now.length; ++i) {
            if (before != null) {
                long seen = now[i];
                difference[i] = seen - before[i];
                before[i] = seen;
            }
            any |= difference[i] != 0;
        }
        if (before == null && any) {
            context.dumped = now;
        }
        return any ? difference : null;
    }

    /** Callees whose methods the file knows. */
    private static List<JopContext> callees(JopContext context, int methods) {
        List<JopContext> found = new ArrayList<>();
        for (JopContext callee : context.callees()) {
            if (callee.method < methods) {
                found.add(callee);
            }
        }
        return found;
    }

    /** One context; its figures are those of its own if there are none. */
    private static void context(DataOutputStream to, JopContext context, long[] figures) throws IOException {
        varint(to, context.method + 1);
        if (context.method < 0) {
            return;
        }
        varint(to, context.number - context.parent.number);
        if (figures == null) {
            varint(to, context.calls);
            varint(to, context.entryMisses);
            varint(to, context.exitMisses);
            long[] counts = context.settled();
            varint(to, counts.length);
            for (long count : counts) {
                varint(to, count);
            }
            return;
        }
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
