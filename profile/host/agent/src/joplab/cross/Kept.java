package joplab.cross;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The JDK's classes as {@link Keep} has instrumented them once for many runs. Only what is asked for is read.
 *
 * <pre>
 *   magic, int places of the table, long start of names, int number of names, int bytes of names
 *   table      for each place: int start of a class, 0 for none; a class is at its name's hash or behind
 *   classes    int length of what follows; name; bytes; ints: number of places in the bytes, for each place and link;
 *              int number of links, for each: byte kind, text, ints, and of a method its description; texts: left out
 *   names      what descriptions of methods call, by their numbers
 * </pre>
 */
final class Kept {

    static final byte[] MAGIC = {'J', 'O', 'P', 'K', 'E', 'P', 'T', 1};
    static final int HEAD = 28;

    private final RandomAccessFile file;
    private final byte[] table;

    private Kept(RandomAccessFile file, byte[] table) {
        this.file = file;
        this.table = table;
    }

    /** Opens the file, and tells the recording the names in it. */
    static Kept open(String path, Recording recording) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path, "r");
        byte[] head = new byte[HEAD];
        file.readFully(head);
        if (!Arrays.equals(Arrays.copyOf(head, MAGIC.length), MAGIC)) {
            throw new IOException(path + ": is no kept JDK; remove it");
        }
        byte[] table = new byte[integer(head, 8) * Integer.BYTES];
        file.readFully(table);
        byte[] names = new byte[integer(head, 24)];
        file.seek((long) integer(head, 12) << Integer.SIZE | integer(head, 16) & 0xffff_ffffL);
        file.readFully(names);
        recording.setKeptNames(integer(head, 20), names);
        return new Kept(file, table);
    }

    /** A class with what it needs in this run; null if it is not kept. */
    synchronized byte[] link(String name, ClassLoader loader, Recording recording, ClassTypes types) throws IOException {
        byte[] found = find(name.getBytes(StandardCharsets.UTF_8));
        return found == null ? null : new Cursor(found).link(name, loader, recording, types);
    }

    private byte[] find(byte[] name) throws IOException {
        int last = table.length - Integer.BYTES;
        int place = hash(name) * Integer.BYTES & last;
        for (int start = integer(table, place); start != 0; start = integer(table, place)) {
            byte[] length = new byte[2 * Integer.BYTES];
            file.seek(start);
            file.readFully(length);
            if (integer(length, 4) == name.length) {
                byte[] all = new byte[integer(length, 0)];
                file.seek(start + Integer.BYTES);
                file.readFully(all);
                if (Arrays.equals(Arrays.copyOfRange(all, Integer.BYTES, Integer.BYTES + name.length), name)) {
                    return all;
                }
            }
            place = place + Integer.BYTES & last;
        }
        return null;
    }

    static int hash(byte[] name) {
        int hash = 0;
        for (byte letter : name) {
            hash = 31 * hash + letter;
        }
        return hash;
    }

    private static int integer(byte[] bytes, int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 0xff) << 16 | (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
    }

    /** Reads one class. */
    private static final class Cursor {

        private final byte[] bytes;
        private int at;

        Cursor(byte[] bytes) {
            this.bytes = bytes;
        }

        private int next() {
            at += Integer.BYTES;
            return integer(bytes, at - Integer.BYTES);
        }

        private byte[] part() {
            int length = next();
            at += length;
            return Arrays.copyOfRange(bytes, at - length, at);
        }

        private String text() {
            return new String(part(), StandardCharsets.UTF_8);
        }

        private int[] integers() {
            int[] all = new int[next()];
            for (int i = 0; i < all.length; ++i) {
                all[i] = next();
            }
            return all;
        }

        byte[] link(String name, ClassLoader loader, Recording recording, ClassTypes types) {
            part();
            byte[] code = part();
            int[] places = integers();
            int[] numbers = new int[next()];
            for (int i = 0; i < numbers.length; ++i) {
                numbers[i] = number(loader, recording, types);
            }
            for (int i = 0; i < places.length; i += 2) {
                int number = numbers[places[i + 1]];
                for (int j = 0; j < Integer.BYTES; ++j) {
                    code[places[i] + j] = (byte) (number >> 24 - 8 * j);
                }
            }
            for (int left = next(); left > 0; --left) {
                recording.leaveOut(text());
            }
            recording.cover(name.replace('/', '.'));
            return code;
        }

        private int number(ClassLoader loader, Recording recording, ClassTypes types) {
            Links.Kind kind = Links.KINDS[bytes[at++]];
            String text = text();
            int[] words = integers();
            switch (kind) {
                case METHOD: {
                    int number = recording.reserve(text);
                    byte[] description = part();
                    if (description.length != 0) {
                        int[] sums = words.length == 3 ? null : Arrays.copyOfRange(words, 3, words.length);
                        recording.define(number, words[0], words[1], words[2], sums, description);
                    }
                    return number;
                }
                case TYPE:
                    return types.address(text, loader);
                case ELEMENT:
                    return types.element(text, loader);
                default:
                    return types.addSwitch(words);
            }
        }
    }
}
