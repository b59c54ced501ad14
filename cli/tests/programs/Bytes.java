import java.io.IOException;
import java.io.InputStream;

/** Prints the bytes of its input as numbers, and what reads give after the end. */
public class Bytes {

    public static void main(String[] args) throws IOException {
        InputStream in = System.in;
        for (int b = in.read(); b >= 0; b = in.read()) {
            System.out.print(b + " ");
        }
        System.out.println(in.read() + " " + in.read(new byte[4]) + " " + in.available());
    }
}
