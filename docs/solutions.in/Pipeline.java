/** Exercise 1: a method of seven bytecodes. */
public class Pipeline {

    static int step(int x, int y) {
        return (x << 2) + ~y;
    }

    public static void main(String[] args) {
        System.out.println(step(20, 2));
    }
}
