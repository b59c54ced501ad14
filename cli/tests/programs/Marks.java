import joplab.Region;

/** Calls a method three times, marks one region, and has another that is never begun. */
public class Marks {

    private static int step(int n) {
        return n * 3;
    }

    public static void main(String[] args) {
        Region.start("often");
        int sum = step(1) + step(2) + step(3);
        Region.stop("often");
        if (args.length > 0) {
            Region.start("never");
            sum += step(4);
            Region.stop("never");
        }
        System.out.println(sum);
    }
}
