package joplab.cross;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The JDK's classes as {@link Keep} has instrumented them once for many runs. Only what is asked for is read.
 *
 * <pre>
 *   magic, long bytes of the file, int places of the table, long start of ends, int number of names, int bytes of names;
 *              sums of table, ends, names, and of all this
 *   table      for each place: int start of a class, 0 for none; a class is at its name's hash or behind
 *   classes    int length of what follows, int its sum; name; bytes; ints: number of places in the bytes, for each place and link;
 *              int number of links, for each: byte kind, text, ints, and of a method its description; texts: left out;
 *              ints: numbers of the names that its methods call
 *   ends       for each name: where it ends in what follows
 *   names      what descriptions of methods call, by their numbers
 * </pre>
 *
 * <p>A file of which a part has another sum is removed, so that another run makes it again; this run instruments what is missing.
 */
final class Kept {

    static final byte[] MAGIC = {'J', 'O', 'P', 'K', 'E', 'P', 'T', 2};
    static final int HEAD = 52;

    /** So many integers are not worth a buffer. */
    private static final int FEW = 8;

    private final RandomAccessFile file;
    private final File path;
    private final byte[] table;
    /** Where the ends of names are. */
    private final long ends;
    private final int names;
    private final int bytesOfNames;

    private Kept(RandomAccessFile file, File path, byte[] head, byte[] table) {
        this.file = file;
        this.path = path;
        this.table = table;
        ends = longer(head, 20);
        names = integer(head, 28);
        bytesOfNames = integer(head, 32);
    }

    /** Opens the file; null if it is damaged, or not there any more. */
    static Kept open(String name, Recording recording) {
        File path = new File(name);
        try {
            RandomAccessFile file = new RandomAccessFile(path, "r");
            byte[] head = new byte[HEAD];
            file.readFully(head);
            boolean isOurs = Arrays.equals(Arrays.copyOf(head, MAGIC.length), MAGIC) && longer(head, 8) == file.length()
                    && sum(Arrays.copyOf(head, HEAD - Integer.BYTES)) == integer(head, HEAD - Integer.BYTES);
            byte[] table = new byte[isOurs ? integer(head, 16) * Integer.BYTES : 0];
            file.readFully(table);
            Kept kept = new Kept(file, path, head, table);
            if (!isOurs || sum(table) != integer(head, 36) || !kept.hasNames(integer(head, 40), integer(head, 44))) {
                path.delete();
                return null;
            }
            recording.setKept(kept);
            return kept;
        } catch (IOException unreadable) {
            path.delete();
            return null;
        }
    }

    static int sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, bytes.length);
        return (int) sum.getValue();
    }

    /** How many names there are. */
    int names() {
        return names;
    }

    private boolean hasNames(int sumOfEnds, int sumOfTexts) throws IOException {
        byte[][] read = readNames();
        return sum(read[0]) == sumOfEnds && sum(read[1]) == sumOfTexts;
    }

    /** Ends and texts. */
    private synchronized byte[][] readNames() throws IOException {
        byte[][] read = {new byte[names * Integer.BYTES], new byte[bytesOfNames]};
        file.seek(ends);
        file.readFully(read[0]);
        file.readFully(read[1]);
        return read;
    }

    /** The names of these numbers as the file of counts has them; all others are empty. */
    byte[] names(boolean[] used) throws IOException {
        byte[][] read = readNames();
        byte[] bounds = read[0];
        int length = 0;
        for (int i = 0; i < used.length; ++i) {
            length += used[i] ? end(bounds, i) - end(bounds, i - 1) : Integer.BYTES;
        }
        byte[] all = new byte[length];
        for (int i = 0, to = 0; i < used.length; ++i) {
            if (used[i]) {
                int from = end(bounds, i - 1);
                System.arraycopy(read[1], from, all, to, end(bounds, i) - from);
                to += end(bounds, i) - from;
            } else {
                to += Integer.BYTES;
            }
        }
        return all;
    }

    private static int end(byte[] bounds, int name) {
        return name < 0 ? 0 : integer(bounds, name * Integer.BYTES);
    }

    /** A class with what it needs in this run; null if it is not kept. */
    byte[] link(String name, ClassLoader loader, Recording recording, ClassTypes types) {
        byte[] found;
        try {
            found = find(name.getBytes(StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            path.delete();
            return null;
        }
        return found == null ? null : new Cursor(found).link(name, loader, recording, types);
    }

    /** Held while the file is read alone: who holds the recording may ask for names. */
    private synchronized byte[] find(byte[] name) throws IOException {
        int last = table.length - Integer.BYTES;
        int place = hash(name) * Integer.BYTES & last;
        for (int start = integer(table, place); start != 0; start = integer(table, place)) {
            byte[] length = new byte[3 * Integer.BYTES];
            file.seek(start);
            file.readFully(length);
            if (integer(length, 8) == name.length) {
                int bytes = integer(length, 0);
                byte[] all = new byte[bytes < 0 || bytes > ends - start ? 0 : bytes];
                file.seek(start + 2 * Integer.BYTES);
                file.readFully(all);
                if (sum(all) != integer(length, 4)) {
                    throw new IOException("damaged");
                }
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

    private static long longer(byte[] bytes, int at) {
        return (long) integer(bytes, at) << Integer.SIZE | integer(bytes, at + Integer.BYTES) & 0xffff_ffffL;
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
            int length = next();
            at += length;
            return length == 0 ? "" : new String(bytes, at - length, length, StandardCharsets.UTF_8);
        }

        private int[] integers() {
            int[] all = new int[next()];
            if (all.length > FEW) {
                ByteBuffer.wrap(bytes, at, all.length * Integer.BYTES).asIntBuffer().get(all);
                at += all.length * Integer.BYTES;
                return all;
            }
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
                int at = places[i];
                code[at] = (byte) (number >> 24);
                code[at + 1] = (byte) (number >> 16);
                code[at + 2] = (byte) (number >> 8);
                code[at + 3] = (byte) number;
            }
            for (int left = next(); left > 0; --left) {
                recording.leaveOut(text());
            }
            recording.use(integers());
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
