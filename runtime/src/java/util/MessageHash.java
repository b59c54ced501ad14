package java.util;

/** The hash of RFC 1321, for names that become numbers. */
final class MessageHash {

    private MessageHash() {
    }

    /** Four words, the first byte of each on top. */
    static int[] md5(byte[] message) {
        int[] sines = sines();
        int[] state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
        int length = message.length;
        int[] block = new int[16];
        for (int start = 0; start < length + 9; start += 64) {
            fill(block, message, start);
            round(state, block, sines);
        }
        for (int i = 0; i < 4; ++i) {
            state[i] = Integer.reverseBytes(state[i]);
        }
        return state;
    }

    /** The constants: the sines of 1 to 64, 32 bits of each. */
    private static int[] sines() {
        int[] sines = new int[64];
        for (int i = 0; i < 64; ++i) {
            sines[i] = (int) (long) (Math.abs(StrictMath.sin(i + 1)) * 4294967296.0);
        }
        return sines;
    }

    /** The words of a block: the message, a bit, zeros and the length in bits. */
    private static void fill(int[] block, byte[] message, int start) {
        int length = message.length;
        for (int i = 0; i < 16; ++i) {
            int word = 0;
            for (int j = 3; j >= 0; --j) {
                int at = start + 4 * i + j;
                word = word << 8 | (at < length ? message[at] & 255 : at == length ? 128 : 0);
            }
            block[i] = word;
        }
        if (start + 56 > length) {
            block[14] = length << 3;
            block[15] = length >>> 29;
        }
    }

    private static void round(int[] state, int[] block, int[] sines) {
        int a = state[0];
        int b = state[1];
        int c = state[2];
        int d = state[3];
        for (int i = 0; i < 64; ++i) {
            int mix;
            int word;
            int turn;
            int step = i & 3;
            if (i < 16) {
                mix = b & c | ~b & d;
                word = i;
                turn = 7 + 5 * step;
            } else if (i < 32) {
                mix = d & b | ~d & c;
                word = 5 * i + 1;
                turn = step == 0 ? 5 : step == 1 ? 9 : step == 2 ? 14 : 20;
            } else if (i < 48) {
                mix = b ^ c ^ d;
                word = 3 * i + 5;
                turn = step == 0 ? 4 : step == 1 ? 11 : step == 2 ? 16 : 23;
            } else {
                mix = c ^ (b | ~d);
                word = 7 * i;
                turn = step == 0 ? 6 : step == 1 ? 10 : step == 2 ? 15 : 21;
            }
            mix += a + sines[i] + block[word & 15];
            a = d;
            d = c;
            c = b;
            b += Integer.rotateLeft(mix, turn);
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
    }
}
