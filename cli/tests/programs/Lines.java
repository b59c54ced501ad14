import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Counts the lines of its input, then looks for more. */
public class Lines {

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int count = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(++count + " " + line);
        }
        System.out.println("end " + in.readLine());
    }
}
