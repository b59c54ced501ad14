/** Links, and prints. */
public class Sum {

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 200; i++) {
            sum += i * i >> 3;
        }
        System.out.println(sum);
    }
}
