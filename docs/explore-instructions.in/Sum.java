/** Adds up the numbers of a row. */
public class Sum {

    public static void main(String[] args) {
        float sum = 0;
        for (int number = 1; number <= 100; ++number) {
            sum += 1.0f / number;
        }
        System.out.println((int) (sum * 1000));
    }
}
