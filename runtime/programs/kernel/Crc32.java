package kernel;

import program.Verdict;

/** CRC-32 of pseudo-random blocks, by table and bit by bit; both have to agree. */
public final class Crc32 {

    private static final int POLYNOMIAL = 0xEDB88320;
    private static final int BLOCK = 1024;
    /** CRC-32 of the digits "123456789", the check value of its definition. */
    private static final int CHECK = 0xCBF43926;

    private final int[] table = new int[256];

    private Crc32() {
        for (int i = 0; i < 256; ++i) {
            int value = i;
            for (int bit = 0; bit < 8; ++bit) {
                value = shifted(value);
            }
            table[i] = value;
        }
    }

    /** Sums up as many blocks as the argument says. */
    public static void main(String[] args) {
        int blocks = Verdict.length(args);
        Verdict verdict = new Verdict("crc32");
        Crc32 crc = new Crc32();
        byte[] digits = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
        verdict.equalChecksum("of nine digits", CHECK, ~crc.update(-1, digits));
        byte[] block = new byte[BLOCK];
        int byTable = -1;
        int byBit = -1;
        int equal = 0;
        for (int i = 0; i < blocks; ++i) {
            fill(block, i);
            byTable = crc.update(byTable, block);
            byBit = slowUpdate(byBit, block);
            equal += byTable == byBit ? 1 : 0;
        }
        verdict.checksum("of all blocks", ~byTable);
        verdict.equal("blocks", blocks, equal);
        verdict.end();
    }

    private int update(int crc, byte[] block) {
        int[] table = this.table;
        for (int i = 0; i < block.length; ++i) {
            crc = crc >>> 8 ^ table[(crc ^ block[i]) & 0xFF];
        }
        return crc;
    }

    private static int slowUpdate(int crc, byte[] block) {
        for (int i = 0; i < block.length; ++i) {
            crc ^= block[i] & 0xFF;
            for (int bit = 0; bit < 8; ++bit) {
                crc = shifted(crc);
            }
        }
        return crc;
    }

    private static int shifted(int value) {
        return (value & 1) == 0 ? value >>> 1 : value >>> 1 ^ POLYNOMIAL;
    }

    private static void fill(byte[] block, int seed) {
        int state = seed * 0x9E3779B9 + 1;
        for (int i = 0; i < block.length; ++i) {
            state ^= state << 13;
            state ^= state >>> 17;
            state ^= state << 5;
            block[i] = (byte) state;
        }
    }
}
