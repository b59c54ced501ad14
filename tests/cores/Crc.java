/** Workers on all cores fetch blocks by turns and compute their checksums. */
class Crc {

    private static int given;
    private static int sum;

    public static void main(String[] args) throws InterruptedException {
        final int blocks = Work.size(args, 24);
        long since = System.nanoTime();
        new Work() {
            @Override
            void part(int number, int parts) {
                for (int block = next(blocks); block >= 0; block = next(blocks)) {
                    add(checksum(block));
                }
            }
        }.everywhere();
        Work.time(args, since);
        System.out.println("checksums " + Integer.toHexString(sum));
    }

    static synchronized int next(int blocks) {
        return given < blocks ? given++ : -1;
    }

    static synchronized void add(int checksum) {
        sum += checksum;
    }

    static int checksum(int block) {
        int[] words = new int[32];
        for (int i = 0; i < words.length; ++i) {
            words[i] = block * 0x9e3779b9 + i;
        }
        int crc = -1;
        for (int word : words) {
            crc ^= word;
            for (int bit = 0; bit < 32; ++bit) {
                crc = (crc & 1) != 0 ? crc >>> 1 ^ 0xedb88320 : crc >>> 1;
            }
        }
        return ~crc;
    }
}
