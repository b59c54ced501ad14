package joplab.cross;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Methods by their numbers, and the file of counts; crate host-profile reads it and says what it holds. */
final class Recording {

    private static final byte[] MAGIC = {'J', 'O', 'P', 'C', 'R', 'O', 'S', 1};

    private final Config config;
    private final List<byte[]> methods = new ArrayList<>();
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Set<String> classes = new LinkedHashSet<>();
    private final List<String> uninstrumented = new ArrayList<>();
    private volatile boolean written;

    Recording(Config config) {
        this.config = config;
    }

    /** Number of a name that methods mention. */
    synchronized int name(String name) {
        Integer number = names.get(name);
        if (number == null) {
            number = names.size();
            names.put(name, number);
        }
        return number;
    }

    /** Gives a method its number: methods of one name, of which the library has one copy and the routines another, share it. */
    synchronized int reserve(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        int number = methods.size();
        if (name.startsWith("com.jopdesign.sys.") || name.startsWith("java.lang.Object.")) {
            numbers.put(name, number);
        }
        methods.add(null);
        int[] slots = JopProfile.slots;
        if (number >= slots.length) {
            int[] words = new int[number + number / 2 + 1024];
            System.arraycopy(JopProfile.words, 0, words, 0, slots.length);
            JopProfile.words = words;
            int[] longer = new int[words.length];
            System.arraycopy(slots, 0, longer, 0, slots.length);
            JopProfile.slots = longer;
        }
        return number;
    }

    /** The number of a method that is in the profile and is not instrumented. */
    int define(String name, int words, int slots, byte[] description) {
        int number = reserve(name);
        define(number, words, slots, description);
        return number;
    }

    /** Tells what a number stands for, before code with it runs. */
    synchronized void define(int number, int words, int slots, byte[] description) {
        methods.set(number, description);
        JopProfile.words[number] = words;
        JopProfile.slots[number] = slots;
    }

    synchronized byte[] description(int number) {
        return methods.get(number);
    }

    /** A class whose methods are instrumented. */
    synchronized void cover(String name) {
        classes.add(name);
    }

    /** A class or method that is not instrumented, and why. */
    synchronized void leaveOut(String what) {
        uninstrumented.add(what);
    }

    /** Whether nothing is recorded any more: classes that are loaded while the file is written are not in it. */
    boolean isClosed() {
        return written;
    }

    /** Writes everything, once. */
    synchronized void write() {
        if (written) {
            return;
        }
        written = true;
        int threads = JopProfile.threadCount;
        JopProfile.suspend();
        File part = new File(config.out + ".part");
        try {
            try (DataOutputStream to = new DataOutputStream(
                    new BufferedOutputStream(new FileOutputStream(part), 1 << 16))) {
                write(to, threads);
            }
            if (!part.renameTo(new File(config.out))) {
                throw new IOException("it cannot be renamed");
            }
        } catch (IOException failed) {
            part.delete();
            System.err.println("jop: cannot write the counts: " + failed.getMessage());
        }
    }

    private void write(DataOutputStream to, int threads) throws IOException {
        to.write(MAGIC);
        to.writeInt(methods.size());
        for (byte[] method : methods) {
            // A class may be refused after its methods got their numbers.
            to.writeInt(method == null ? 0 : method.length);
            to.write(method == null ? new byte[0] : method);
        }
        to.writeInt(names.size());
        for (String name : names.keySet()) {
            text(to, name);
        }
        to.writeInt(classes.size());
        for (String name : classes) {
            text(to, name);
        }
        to.writeInt(uninstrumented.size());
        for (String what : uninstrumented) {
            text(to, what);
        }
        to.writeLong(JopRoutines.collections());
        to.writeInt(threads);
        for (int i = 0; i < threads; ++i) {
            JopThread thread = JopProfile.threads[i];
            text(to, thread.thread.getName());
            tree(to, thread.root);
        }
    }

    /** Callers before their callees, whatever the depth. */
    private static void tree(DataOutputStream to, JopContext root) throws IOException {
        ArrayDeque<JopContext> waiting = new ArrayDeque<>();
        waiting.add(root);
        int number = 0;
        while (!waiting.isEmpty()) {
            JopContext context = waiting.poll();
            context.number = number++;
            varint(to, context.method + 1);
            if (context.method >= 0) {
                varint(to, context.number - context.parent.number);
                varint(to, context.calls);
                varint(to, context.entryMisses);
                varint(to, context.exitMisses);
                varint(to, context.counts.length);
                for (long count : context.counts) {
                    varint(to, count);
                }
            }
            JopContext[] callees = context.callees;
            if (callees != null) {
                for (JopContext callee : callees) {
                    if (callee != null) {
                        waiting.add(callee);
                    }
                }
            }
        }
        varint(to, 0);
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
