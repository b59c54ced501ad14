/** Prints lines for ever. */
public class Endless {

    public static void main(String[] args) {
        for (int line = 1;; line++) {
            System.out.println("line " + line);
        }
    }
}
