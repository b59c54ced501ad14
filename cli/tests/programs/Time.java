/** Waits until a millisecond has passed: how often it looks at the clock depends on the machine. */
public class Time {
    public static void main(String[] args) {
        long start = System.currentTimeMillis();
        int looks = 0;
        while (System.currentTimeMillis() == start) {
            ++looks;
        }
        System.out.println(looks > 0);
    }
}
