import java.util.Random;

/** java.util.Random: the sequences of seeds. */
public class RandomNumbers {

    public static void main(String[] args) {
        long[] seeds = {0, 42, -1, 127, 123456789012345L};
        for (long seed : seeds) {
            Random r = new Random(seed);
            System.out.println(r.nextInt() + " " + r.nextInt(10) + " " + r.nextInt(64) + " " + r.nextInt(1 << 30) + " "
                    + r.nextInt(1000000007) + " " + r.nextLong() + " " + r.nextBoolean() + " " + r.nextFloat() + " "
                    + r.nextDouble());
        }
        Random r = new Random(5);
        byte[] bytes = new byte[7];
        r.nextBytes(bytes);
        int[] counts = new int[6];
        for (int i = 0; i < 100; i++) {
            counts[r.nextInt(6)]++;
        }
        String text = "";
        for (byte b : bytes) {
            text += b + " ";
        }
        for (int c : counts) {
            text += c + ",";
        }
        System.out.println(text);
    }
}
