import java.io.IOException;

/** Prints what it reads in capitals, up to a full stop. */
public class Echo {

    public static void main(String[] args) throws IOException {
        for (int c = System.in.read(); c != '.'; c = System.in.read()) {
            System.out.print((char) (c >= 'a' && c <= 'z' ? c - 32 : c));
        }
        System.out.println();
    }
}
