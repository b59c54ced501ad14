package kernel;

import program.Verdict;

/**
 * Compression in the manner of Lempel and Ziv: repeated passages become references to their last occurrence.
 *
 * <p>A control byte announces eight items, from its lowest bit on: 0 a byte as it is, 1 a reference of two bytes with
 * distance and length.
 */
public final class Compression {

    private static final int SIZE = 1024;
    private static final int SHORTEST = 3;
    private static final int LONGEST = SHORTEST + 15;
    private static final int FARTHEST = 4096;
    private static final int HASHES = 256;
    private static final String[] WORDS = {
        "the ", "processor ", "loads ", "a ", "method ", "into ", "its ", "cache ", "and ", "waits ", "for ", "memory ",
    };

    private final byte[] packed = new byte[SIZE * 2];
    private final int[] lastPlaces = new int[HASHES];
    private int packedLength;
    private int control;
    private int controlPlace;
    private int items;

    private Compression() {
    }

    /** Packs and unpacks as many texts as the argument says. */
    public static void main(String[] args) {
        int rounds = Verdict.length(args);
        Verdict verdict = new Verdict("compression");
        Compression compression = new Compression();
        Numbers numbers = new Numbers(19);
        byte[] text = new byte[SIZE];
        byte[] unpacked = new byte[SIZE];
        int right = 0;
        int bytes = 0;
        int checksum = 1;
        for (int i = 0; i < rounds; ++i) {
            write(text, numbers);
            compression.pack(text);
            bytes += compression.packedLength;
            checksum = compression.checksum(checksum);
            right += compression.unpack(unpacked) && equal(text, unpacked) ? 1 : 0;
        }
        verdict.equal("came back right", rounds, right);
        verdict.show("bytes", rounds * SIZE);
        verdict.show("bytes packed", bytes);
        verdict.checksum("packed", checksum);
        verdict.end();
    }

    /** Words in random order, with random letters here and there. */
    private static void write(byte[] text, Numbers numbers) {
        int at = 0;
        while (at < text.length) {
            String word = WORDS[numbers.below(WORDS.length)];
            for (int i = 0; i < word.length() && at < text.length; ++i) {
                text[at++] = (byte) word.charAt(i);
            }
            if (at < text.length && numbers.below(8) == 0) {
                text[at++] = (byte) ('a' + numbers.below(26));
            }
        }
    }

    private void pack(byte[] text) {
        packedLength = 0;
        items = 0;
        for (int i = 0; i < HASHES; ++i) {
            lastPlaces[i] = -FARTHEST;
        }
        int at = 0;
        while (at < text.length) {
            int length = 0;
            int place = -1;
            if (at + SHORTEST <= text.length) {
                int hash = hash(text, at);
                place = lastPlaces[hash];
                lastPlaces[hash] = at;
                if (at - place < FARTHEST) {
                    length = matching(text, place, at);
                }
            }
            announce(length >= SHORTEST);
            if (length >= SHORTEST) {
                int reference = at - place << 4 | length - SHORTEST;
                packed[packedLength++] = (byte) (reference >> 8);
                packed[packedLength++] = (byte) reference;
                at += length;
            } else {
                packed[packedLength++] = text[at++];
            }
        }
        packed[controlPlace] = (byte) control;
    }

    /** Adds a bit to the control byte; a new one begins after eight. */
    private void announce(boolean reference) {
        int bit = items & 7;
        if (bit == 0) {
            if (items > 0) {
                packed[controlPlace] = (byte) control;
            }
            controlPlace = packedLength++;
            control = 0;
        }
        if (reference) {
            control |= 1 << bit;
        }
        ++items;
    }

    private static int hash(byte[] text, int at) {
        int value = text[at] << 16 ^ text[at + 1] << 8 ^ text[at + 2];
        return value * 0x9E3779B9 >>> 24;
    }

    private static int matching(byte[] text, int place, int at) {
        int most = Math.min(LONGEST, text.length - at);
        int length = 0;
        while (length < most && text[place + length] == text[at + length]) {
            ++length;
        }
        return length;
    }

    /** False if the packed bytes do not give as many as there is room for. */
    private boolean unpack(byte[] text) {
        int at = 0;
        int from = 0;
        int bits = 1;
        while (from < packedLength) {
            if (bits == 1) {
                bits = packed[from++] & 0xFF | 0x100;
            }
            if ((bits & 1) == 0) {
                text[at++] = packed[from++];
            } else {
                int reference = (packed[from] & 0xFF) << 8 | packed[from + 1] & 0xFF;
                from += 2;
                int place = at - (reference >> 4);
                for (int left = (reference & 15) + SHORTEST; left > 0; --left) {
                    text[at++] = text[place++];
                }
            }
            bits >>= 1;
        }
        return at == text.length;
    }

    private int checksum(int sum) {
        for (int i = 0; i < packedLength; ++i) {
            sum = sum * 31 + packed[i];
        }
        return sum;
    }

    private static boolean equal(byte[] a, byte[] b) {
        for (int i = 0; i < a.length; ++i) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }
}
