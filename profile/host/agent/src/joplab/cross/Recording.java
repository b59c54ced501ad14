package joplab.cross;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import joplab.cross.asm.tree.ClassNode;

/** Methods by their numbers, and what else is known of the classes. */
class Recording {

    private final List<byte[]> methods = new ArrayList<>();
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Set<String> classes = new LinkedHashSet<>();
    private final Set<String> uninstrumented = new LinkedHashSet<>();
    private volatile boolean closed;
    /** Kept classes, whose names come before the others; null if there are none. */
    private Kept kept;
    private boolean[] usedNames = {};

    /** Number of a name that methods mention. */
    synchronized int name(String name) {
        Integer number = names.get(name);
        if (number == null) {
            number = usedNames.length + names.size();
            names.put(name, number);
        }
        return number;
    }

    /** Tells which classes are kept; before any name. */
    synchronized void setKept(Kept from) {
        kept = from;
        usedNames = new boolean[from.names()];
    }

    /** Kept methods call these. */
    synchronized void use(int[] keptNames) {
        for (int name : keptNames) {
            usedNames[name] = true;
        }
    }

    /** Gives a method its number: methods of one name, of which the library has one copy and the routines another, share it. */
    synchronized int reserve(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        int number = methods.size();
        if (isShared(name)) {
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
            JopProfile.places = Arrays.copyOf(JopProfile.places, words.length);
            JopProfile.frames = Arrays.copyOf(JopProfile.frames, words.length);
            JopProfile.sums = Arrays.copyOf(JopProfile.sums, words.length);
        }
        return number;
    }

    /** Whether there may be two copies of a method; they have the same blocks, but may differ in names. */
    static boolean isShared(String name) {
        return name.startsWith("com.jopdesign.sys.") || name.startsWith("java.lang.Object.");
    }

    /** The number of a method that is in the profile and is not instrumented. */
    int define(String name, int words, int slots, int[] sums, byte[] description) {
        int number = reserve(name);
        define(number, words, 0, slots, sums, description);
        return number;
    }

    /** Tells what a number stands for, before code with it runs; {@code slots} are all counts, also those that follow from others. */
    synchronized void define(int number, int words, int frame, int slots, int[] sums, byte[] description) {
        methods.set(number, description);
        JopProfile.sums[number] = sums;
        JopProfile.words[number] = words;
        JopProfile.frames[number] = frame;
        JopProfile.slots[number] = sums == null ? slots : slots - JopProfile.summed(sums);
    }

    /** Tells how many places for bound callees the contexts of a method have. */
    synchronized void setPlaces(int number, int places) {
        JopProfile.places[number] = places;
    }

    /** Tells the number and the name of each method. */
    synchronized void forEachName(BiConsumer<Integer, String> use) {
        for (int number = 0; number < methods.size(); ++number) {
            byte[] description = methods.get(number);
            if (description != null) {
                int length = ByteBuffer.wrap(description).getInt();
                use.accept(number, new String(description, 4, length, StandardCharsets.UTF_8));
            }
        }
    }

    /** What a number stands for. */
    synchronized byte[] description(int number) {
        return methods.get(number);
    }

    /** All methods of a class are instrumented. */
    void finish(ClassNode node) {
        // What is recorded is not in the class.
    }

    /** A class whose methods are instrumented. */
    synchronized void cover(String name) {
        classes.add(name);
    }

    /** A class or method that is not instrumented, and why. */
    synchronized void leaveOut(String what) {
        uninstrumented.add(what);
    }

    /** Whether a class is instrumented, or listed with a reason. */
    synchronized boolean knows(String name) {
        if (classes.contains(name)) {
            return true;
        }
        String reason = "class " + name + ": ";
        for (String what : uninstrumented) {
            if (what.startsWith(reason)) {
                return true;
            }
        }
        return false;
    }

    /** Classes that are loaded from here on are not counted. */
    void close() {
        closed = true;
    }

    /** Whether nothing is recorded any more: classes that are loaded while the file is written are not in it. */
    boolean isClosed() {
        return closed;
    }

    /** Writes everything but the threads; gives the number of methods. */
    synchronized int write(DataOutputStream to) throws IOException {
        to.writeInt(methods.size());
        for (byte[] method : methods) {
            // A class may be refused after its methods got their numbers.
            to.writeInt(method == null ? 0 : method.length);
            to.write(method == null ? new byte[0] : method);
        }
        to.writeInt(usedNames.length + names.size());
        if (kept != null) {
            to.write(kept.names(usedNames));
        }
        for (String name : names.keySet()) {
            CountsFile.text(to, name);
        }
        texts(to, classes);
        texts(to, uninstrumented);
        to.writeLong(JopObjects.collections());
        to.writeLong(JopObjects.blind());
        return methods.size();
    }

    private static void texts(DataOutputStream to, Collection<String> texts) throws IOException {
        to.writeInt(texts.size());
        for (String text : texts) {
            CountsFile.text(to, text);
        }
    }
}
