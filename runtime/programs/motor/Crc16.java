package motor;

/** CRC-16 with the polynomial x^16 + x^12 + x^5 + 1, four bits at a time. */
final class Crc16 {

    static final int START = 0xFFFF;
    private static final int POLYNOMIAL = 0x1021;
    private static final int[] TABLE = table();

    private Crc16() {
    }

    private static int[] table() {
        int[] table = new int[16];
        for (int i = 0; i < table.length; ++i) {
            int value = i << 12;
            for (int bit = 0; bit < 4; ++bit) {
                value <<= 1;
                if ((value & 0x10000) != 0) {
                    value ^= POLYNOMIAL;
                }
            }
            table[i] = value & 0xFFFF;
        }
        return table;
    }

    /** The sum with one more byte. */
    static int update(int crc, int value) {
        crc = (crc << 4 ^ TABLE[(crc >>> 12 ^ value >>> 4) & 15]) & 0xFFFF;
        return (crc << 4 ^ TABLE[(crc >>> 12 ^ value) & 15]) & 0xFFFF;
    }
}
