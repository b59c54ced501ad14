import java.util.zip.CRC32;

/** A checksum by a class that Joplab's library does not have. */
public class Check {

    public static void main(String[] args) {
        byte[] block = new byte[64];
        CRC32 crc = new CRC32();
        for (int i = 0; i < 50; i++) {
            fill(block, i);
            crc.update(block);
        }
        System.out.println(crc.getValue());
    }

    private static void fill(byte[] block, int seed) {
        int noise = seed;
        for (int i = 0; i < block.length; i++) {
            noise = noise * 1103515245 + 12345;
            block[i] = (byte) (noise >> 16);
        }
    }
}
