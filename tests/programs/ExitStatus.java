/** System.exit with a status, from inside a try statement. */
public class ExitStatus {

    public static void main(String[] args) {
        System.err.println("to stderr");
        try {
            System.out.println("leaving");
            System.exit(7);
        } finally {
            System.out.println("never");
        }
    }
}
