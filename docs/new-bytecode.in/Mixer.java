/** Adds two voices and cuts the sum to 16 bits. */
public class Mixer {

    static int cut(int value) {
        return (short) value;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int time = 0; time < 1000; ++time) {
            sum = 31 * sum + cut(331 * time + 77 * time);
        }
        System.out.println(sum);
    }
}
