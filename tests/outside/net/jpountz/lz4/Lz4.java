package net.jpountz.lz4;

import java.util.Arrays;

/** LZ4: a text packed and unpacked by the codec in Java; the factory of it looks for machine code by reflection, so this is in its package. */
public class Lz4 {

    public static void main(String[] args) {
        byte[] text = new byte[2000];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) "the quick brown fox ".charAt(i * 7 % 20);
        }
        byte[] packed = new LZ4JavaSafeCompressor().compress(text);
        byte[] again = new LZ4JavaSafeFastDecompressor().decompress(packed, text.length);
        System.out.println(packed.length + " " + Arrays.hashCode(packed) + " " + Arrays.equals(text, again));
    }
}
