import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Counts the lines of its input, then reads beyond an array of as many elements. */
public class Beyond {

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int count = 0;
        while (in.readLine() != null) {
            count++;
        }
        int[] lengths = new int[count];
        System.out.println(lengths[count]);
    }
}
