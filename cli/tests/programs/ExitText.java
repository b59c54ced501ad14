/** Prints what the original runtime prints at its end, twice: only the second time at the beginning of a line. */
public class ExitText {

    public static void main(String[] args) {
        System.out.print("This is no JVM exit!\r\nJVM exit!\r\n");
        while (true) {
            // The original locks up here.
        }
    }
}
