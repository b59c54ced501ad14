/** Adds up the bytes that it receives up to a full stop, and sends what it has after each: a program of the UART. */
public class Reads {

    public static void main(String[] args) throws java.io.IOException {
        int sum = 0;
        for (int read = System.in.read(); read != '.'; read = System.in.read()) {
            sum = 31 * sum + read;
            System.out.println(sum);
        }
    }
}
