package kernel;

import program.Verdict;

/** SHA-256: shifts, additions and logic on words. */
public final class Sha256 {

    /** Fractional parts of the cube roots of the first 64 primes. */
    private static final int[] CONSTANTS = {
        0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
        0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
        0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
        0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
        0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
        0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
        0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
        0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
    };
    /** Fractional parts of the square roots of the first 8 primes. */
    private static final int[] START = {
        0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
    };
    /** First and last word of the hash of "abc", from the standard. */
    private static final int ABC_FIRST = 0xBA7816BF;
    private static final int ABC_LAST = 0xF20015AD;

    private final int[] hash = new int[8];
    private final int[] schedule = new int[64];

    private Sha256() {
    }

    /** Hashes as many blocks as the argument says, and "abc". */
    public static void main(String[] args) {
        int blocks = Verdict.length(args);
        Verdict verdict = new Verdict("sha256");
        Sha256 sha = new Sha256();
        byte[] abc = {'a', 'b', 'c'};
        sha.of(abc);
        verdict.equalChecksum("of abc, first word", ABC_FIRST, sha.hash[0]);
        verdict.equalChecksum("of abc, last word", ABC_LAST, sha.hash[7]);
        byte[] message = new byte[64 * blocks - 9];
        Numbers numbers = new Numbers(17);
        for (int i = 0; i < message.length; ++i) {
            message[i] = (byte) numbers.next();
        }
        sha.of(message);
        int first = sha.hash[0];
        verdict.checksum("of all blocks", first);
        message[message.length / 2] ^= 1;
        sha.of(message);
        verdict.holds("one bit changes it", sha.hash[0] != first);
        verdict.end();
    }

    private void of(byte[] message) {
        System.arraycopy(START, 0, hash, 0, 8);
        int length = message.length;
        int end = length + 9 + 63 & ~63;
        for (int block = 0; block < end; block += 64) {
            for (int i = 0; i < 16; ++i) {
                schedule[i] = word(message, block + 4 * i);
            }
            if (block + 64 == end) {
                schedule[14] = length >>> 29;
                schedule[15] = length << 3;
            }
            extend();
            compress();
        }
    }

    /** Four bytes of the message, a one behind its end, and zeros behind that. */
    private static int word(byte[] message, int at) {
        int word = 0;
        for (int i = at; i < at + 4; ++i) {
            int next = i < message.length ? message[i] & 0xFF : i == message.length ? 0x80 : 0;
            word = word << 8 | next;
        }
        return word;
    }

    private void extend() {
        int[] w = schedule;
        for (int i = 16; i < 64; ++i) {
            int a = w[i - 15];
            int b = w[i - 2];
            int s0 = (a >>> 7 | a << 25) ^ (a >>> 18 | a << 14) ^ a >>> 3;
            int s1 = (b >>> 17 | b << 15) ^ (b >>> 19 | b << 13) ^ b >>> 10;
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
    }

    private void compress() {
        int[] hash = this.hash;
        int a = hash[0];
        int b = hash[1];
        int c = hash[2];
        int d = hash[3];
        int e = hash[4];
        int f = hash[5];
        int g = hash[6];
        int h = hash[7];
        for (int i = 0; i < 64; ++i) {
            int s1 = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
            int t1 = h + s1 + (e & f ^ ~e & g) + CONSTANTS[i] + schedule[i];
            int s0 = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
            int t2 = s0 + (a & b ^ a & c ^ b & c);
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        hash[0] += a;
        hash[1] += b;
        hash[2] += c;
        hash[3] += d;
        hash[4] += e;
        hash[5] += f;
        hash[6] += g;
        hash[7] += h;
    }
}
