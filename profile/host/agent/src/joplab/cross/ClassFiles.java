package joplab.cross;

import joplab.cross.asm.ClassReader;

/** Class files of versions that ASM does not know yet: what they hold has not changed since the last one it knows. */
final class ClassFiles {

    /** The newest version that ASM reads: Java 20. */
    private static final int NEWEST = 64;

    private ClassFiles() {
    }

    /** The version of a class file. */
    static int version(byte[] bytes) {
        return (bytes[4] & 0xff) << 24 | (bytes[5] & 0xff) << 16 | (bytes[6] & 0xff) << 8 | bytes[7] & 0xff;
    }

    /** A reader of a class file, whatever its version. */
    static ClassReader reader(byte[] bytes) {
        int major = version(bytes) & 0xffff;
        if (major <= NEWEST) {
            return new ClassReader(bytes);
        }
        byte[] older = bytes.clone();
        older[6] = 0;
        older[7] = NEWEST;
        return new ClassReader(older);
    }

    /** Gives a class file another version. */
    static byte[] withVersion(byte[] bytes, int version) {
        for (int i = 0; i < 4; ++i) {
            bytes[4 + i] = (byte) (version >> 24 - 8 * i);
        }
        return bytes;
    }
}
