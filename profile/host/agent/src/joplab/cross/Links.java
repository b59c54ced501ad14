package joplab.cross;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import joplab.cross.asm.Attribute;
import joplab.cross.asm.ByteVector;
import joplab.cross.asm.ClassReader;
import joplab.cross.asm.ClassVisitor;
import joplab.cross.asm.ClassWriter;
import joplab.cross.asm.Label;
import joplab.cross.asm.Opcodes;

/**
 * What a class that was instrumented ahead of time still needs when it is loaded: the numbers of its methods, and places of
 * types and switches in the memory of the routines. Its code has a constant of its own for each, from {@link #first} on;
 * these are replaced by what this run gives. So a class does not depend on other classes, runs or jars.
 */
final class Links extends Attribute {

    private static final String NAME = "joplab.cross.Links";

    /** What a constant stands for. */
    enum Kind {
        METHOD, TYPE, ELEMENT, SWITCH
    }

    static final Kind[] KINDS = Kind.values();

    private static final class Link {
        final Kind kind;
        /** Name of the type or the method. */
        String text = "";
        /** Words of the switch; words of code and of a frame, number of counts, and sums of the method. */
        int[] words = {};
        byte[] description = {};

        Link(Kind kind) {
            this.kind = kind;
        }
    }

    /** What the instrumentation depends on. */
    private final String settings;
    /** The first of the constants. */
    private final int first;
    private final List<Link> links = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> known = new HashMap<>();
    private final List<String> leftOut = new ArrayList<>();

    Links(String settings, int first) {
        super(NAME);
        this.settings = settings;
        this.first = first;
    }

    private int add(Link link) {
        links.add(link);
        return first + links.size() - 1;
    }

    int method(String name) {
        Link link = new Link(Kind.METHOD);
        link.text = name;
        return add(link);
    }

    void define(int constant, int words, int frame, int slots, int[] sums, byte[] description) {
        Link link = links.get(constant - first);
        int[] more = sums == null ? new int[0] : sums;
        link.words = new int[3 + more.length];
        link.words[0] = words;
        link.words[1] = frame;
        link.words[2] = slots;
        System.arraycopy(more, 0, link.words, 3, more.length);
        link.description = description;
    }

    int type(Kind kind, String name) {
        Integer constant = known.get(kind + name);
        if (constant == null) {
            Link link = new Link(kind);
            link.text = name;
            constant = add(link);
            known.put(kind + name, constant);
        }
        return constant;
    }

    int switchOf(int[] words) {
        Link link = new Link(Kind.SWITCH);
        link.words = words;
        return add(link);
    }

    int name(String name) {
        Integer place = known.get("name" + name);
        if (place == null) {
            place = names.size();
            names.add(name);
            known.put("name" + name, place);
        }
        return place;
    }

    void leaveOut(String what) {
        leftOut.add(what);
    }

    List<String> leftOut() {
        return leftOut;
    }

    /** Whether a class file was instrumented ahead of time. */
    static boolean isIn(byte[] bytes) {
        byte[] name = NAME.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i + name.length <= bytes.length; ++i) {
            int at = 0;
            while (at < name.length && bytes[i + at] == name[at]) {
                ++at;
            }
            if (at == name.length) {
                return !new ClassReaderOf(bytes).found.isEmpty();
            }
        }
        return false;
    }

    /** Gives the class what it needs. */
    static byte[] link(byte[] bytes, ClassLoader loader, String settings, Recording recording, ClassTypes types) {
        ClassReaderOf read = new ClassReaderOf(bytes);
        Links links = read.found.get(0);
        String name = read.reader.getClassName().replace('/', '.');
        if (!links.settings.equals(settings)) {
            recording.leaveOut("class " + name + ": instrumented ahead of time with other options (" + links.settings
                    + ", this run has " + settings + ")");
        }
        int[] numbers = new int[links.links.size()];
        for (int i = 0; i < numbers.length; ++i) {
            Link link = links.links.get(i);
            switch (link.kind) {
                case METHOD:
                    numbers[i] = recording.reserve(link.text);
                    break;
                case TYPE:
                    numbers[i] = types.address(link.text, loader);
                    break;
                case ELEMENT:
                    numbers[i] = types.element(link.text, loader);
                    break;
                default:
                    numbers[i] = types.addSwitch(link.words);
            }
        }
        for (int i = 0; i < numbers.length; ++i) {
            Link link = links.links.get(i);
            if (link.kind == Kind.METHOD && link.description.length != 0) {
                Description description = new Description(link.description, new int[256],
                        place -> recording.name(links.names.get(place)));
                int[] sums = link.words.length == 3 ? null : Arrays.copyOfRange(link.words, 3, link.words.length);
                recording.define(numbers[i], link.words[0], link.words[1], link.words[2], sums, description.renumbered);
            }
        }
        links.leftOut.forEach(recording::leaveOut);
        recording.cover(name);
        return links.replace(bytes, read.reader, numbers);
    }

    /** Replaces the constants in the pool. */
    private byte[] replace(byte[] bytes, ClassReader reader, int[] numbers) {
        byte[] linked = bytes.clone();
        List<Integer> places = places(bytes, reader, numbers.length);
        for (int i = 0; i < places.size(); i += 2) {
            for (int j = 0; j < 4; ++j) {
                linked[places.get(i) + j] = (byte) (numbers[places.get(i + 1)] >> 24 - 8 * j);
            }
        }
        return linked;
    }

    /** Where the constants are in the pool: for each its place in the bytes, and its link. */
    private List<Integer> places(byte[] bytes, ClassReader reader, int count) {
        List<Integer> places = new ArrayList<>();
        for (int i = 1; i < reader.getItemCount(); ++i) {
            int at = reader.getItem(i);
            final int integer = 3;
            if (at != 0 && bytes[at - 1] == integer) {
                int link = reader.readInt(at) - first;
                if (link >= 0 && link < count) {
                    places.add(at);
                    places.add(link);
                }
            }
        }
        return places;
    }

    /** Writes a class and its links for {@link Kept}: with its own places of the constants, and with numbers of all classes for names. */
    void keep(DataOutputStream to, byte[] bytes, ToIntFunction<String> number) throws IOException {
        to.writeInt(bytes.length);
        to.write(bytes);
        List<Integer> places = places(bytes, ClassFiles.reader(bytes), links.size());
        integers(to, places.stream().mapToInt(Integer::intValue).toArray());
        to.writeInt(links.size());
        for (Link link : links) {
            to.write(link.kind.ordinal());
            // Only methods with copies are found by their names.
            boolean isNamed = link.kind != Kind.METHOD || Recording.isShared(link.text);
            CountsFile.text(to, isNamed ? link.text : "");
            integers(to, link.words);
            if (link.kind == Kind.METHOD) {
                byte[] description = link.description.length == 0 ? link.description
                        : new Description(link.description, new int[256], place -> number.applyAsInt(names.get(place))).renumbered;
                to.writeInt(description.length);
                to.write(description);
            }
        }
        to.writeInt(leftOut.size());
        for (String text : leftOut) {
            CountsFile.text(to, text);
        }
    }

    /** Writes integers behind their number. */
    static void integers(DataOutputStream to, int[] all) throws IOException {
        to.writeInt(all.length);
        for (int one : all) {
            to.writeInt(one);
        }
    }

    /** A first constant such that a class has none of those that follow. */
    static int firstFor(byte[] bytes) {
        final int range = 1 << 20;
        ClassReader reader = ClassFiles.reader(bytes);
        for (int first = 0x4a500000;; first += range) {
            boolean isFree = true;
            for (int i = 1; i < reader.getItemCount(); ++i) {
                int at = reader.getItem(i);
                final int integer = 3;
                if (at != 0 && bytes[at - 1] == integer) {
                    int value = reader.readInt(at);
                    isFree &= value < first || value >= first + range;
                }
            }
            if (isFree) {
                return first;
            }
        }
    }

    private static final class ClassReaderOf {
        final ClassReader reader;
        final List<Links> found = new ArrayList<>();

        ClassReaderOf(byte[] bytes) {
            reader = ClassFiles.reader(bytes);
            reader.accept(new ClassVisitor(Opcodes.ASM9) {
                @Override
                public void visitAttribute(Attribute attribute) {
                    if (attribute instanceof Links) {
                        found.add((Links) attribute);
                    }
                }
            }, new Attribute[] {new Links("", 0)},
                    ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        }
    }

    @Override
    protected Attribute read(ClassReader reader, int offset, int length, char[] buffer, int codeOffset,
            Label[] labels) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; ++i) {
            bytes[i] = (byte) reader.readByte(offset + i);
        }
        try (DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes))) {
            Links links = new Links(text(from), from.readInt());
            for (int left = from.readInt(); left > 0; --left) {
                Link link = new Link(Kind.values()[from.readByte()]);
                link.text = text(from);
                link.words = new int[from.readInt()];
                for (int i = 0; i < link.words.length; ++i) {
                    link.words[i] = from.readInt();
                }
                link.description = new byte[from.readInt()];
                from.readFully(link.description);
                links.links.add(link);
            }
            texts(from, links.names);
            texts(from, links.leftOut);
            return links;
        } catch (IOException cut) {
            throw new UncheckedIOException(cut);
        }
    }

    private static String text(DataInputStream from) throws IOException {
        byte[] bytes = new byte[from.readInt()];
        from.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void texts(DataInputStream from, List<String> texts) throws IOException {
        for (int left = from.readInt(); left > 0; --left) {
            texts.add(text(from));
        }
    }

    @Override
    protected ByteVector write(ClassWriter writer, byte[] code, int codeLength, int maxStack, int maxLocals) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream to = new DataOutputStream(bytes)) {
            CountsFile.text(to, settings);
            to.writeInt(first);
            to.writeInt(links.size());
            for (Link link : links) {
                to.write(link.kind.ordinal());
                CountsFile.text(to, link.text);
                to.writeInt(link.words.length);
                for (int word : link.words) {
                    to.writeInt(word);
                }
                to.writeInt(link.description.length);
                to.write(link.description);
            }
            for (List<String> texts : List.of(names, leftOut)) {
                to.writeInt(texts.size());
                for (String text : texts) {
                    CountsFile.text(to, text);
                }
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new ByteVector(bytes.size()).putByteArray(bytes.toByteArray(), 0, bytes.size());
    }
}
