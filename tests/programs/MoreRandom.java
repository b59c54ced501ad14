import java.util.Random;

/** Random numbers within bounds and of a normal distribution. */
public class MoreRandom {

    public static void main(String[] args) {
        Random random = new Random(2024);
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            row.append(random.nextInt(-5, 5)).append(' ').append(random.nextInt(0, 64)).append(' ')
                    .append(random.nextInt(-2000000000, 2000000000)).append(' ').append(random.nextLong(1000L))
                    .append(' ').append(random.nextLong(-1L << 40, 1L << 41)).append(' ');
        }
        System.out.println(row);
        System.out.println(random.nextDouble(10) + " " + random.nextDouble(-1, 1));
        double sum = 0;
        for (int i = 0; i < 6; i++) {
            double x = random.nextGaussian();
            sum += x;
            // The logarithm may differ in its last bit.
            System.out.print(Math.round(x * 1e9) + " ");
        }
        System.out.println(Math.round(sum * 1e9));
        random.setSeed(1);
        System.out.println(Math.round(random.nextGaussian() * 1e9));
        try {
            random.nextInt(3, 3);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
