package joplab.cross;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A linked program as {@code jop} wrote it (host_profile::target says how): its classes, and its image. */
final class TargetProgram {

    private static final long MAGIC = 0x4a4f5050524f4701L;

    /** Internal name of the class whose main runs. */
    final String main;

    /** Class files by internal names. */
    final Map<String, byte[]> classes = new LinkedHashMap<>();

    /** Classes with an initialiser, in the order in which these run. */
    final List<String> initialisers = new ArrayList<>();

    /** Words of the machine's memory, and of its stack. */
    final int memoryWords;
    final int stackWords;

    /** The words of the image. */
    final int[] image;

    /** Address of the table of classes, and of the descriptors of primitive arrays; 0 for none. */
    final int classTable;
    final int primitiveArrays;

    /** Addresses of class structures and of array descriptors by internal names. */
    final Map<String, Integer> types = new LinkedHashMap<>();

    /** Static references: internal name of the class, and name, by address. */
    final Map<Integer, String[]> statics = new LinkedHashMap<>();

    /** Addresses of the structures of methods, by internal name of the class, name and descriptor. */
    final Map<String, Integer> methods = new LinkedHashMap<>();

    private TargetProgram(DataInputStream from) throws IOException {
        if (from.readLong() != MAGIC) {
            throw new IOException("no linked program");
        }
        main = text(from);
        for (int count = from.readInt(); count > 0; --count) {
            String name = text(from);
            classes.put(name, bytes(from));
        }
        for (int count = from.readInt(); count > 0; --count) {
            initialisers.add(text(from));
        }
        memoryWords = from.readInt();
        stackWords = from.readInt();
        image = new int[from.readInt()];
        for (int i = 0; i < image.length; ++i) {
            image[i] = from.readInt();
        }
        classTable = from.readInt();
        primitiveArrays = from.readInt();
        for (int count = from.readInt(); count > 0; --count) {
            String name = text(from);
            types.put(name, from.readInt());
        }
        for (int count = from.readInt(); count > 0; --count) {
            String[] field = {text(from), text(from)};
            statics.put(from.readInt(), field);
        }
        for (int count = from.readInt(); count > 0; --count) {
            String name = text(from) + "." + text(from) + text(from);
            methods.put(name, from.readInt());
        }
    }

    static TargetProgram read(String file) throws IOException {
        try (DataInputStream from = new DataInputStream(new BufferedInputStream(new FileInputStream(file)))) {
            return new TargetProgram(from);
        }
    }

    private static String text(DataInputStream from) throws IOException {
        return new String(bytes(from), "UTF-8");
    }

    private static byte[] bytes(DataInputStream from) throws IOException {
        byte[] bytes = new byte[from.readInt()];
        from.readFully(bytes);
        return bytes;
    }
}
