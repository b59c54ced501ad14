import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** PrintStream over a stream of the program's own. */
public class Streams {

    static class Hex extends OutputStream {
        private final StringBuilder text = new StringBuilder();
        private boolean broken;

        @Override
        public void write(int b) throws IOException {
            if (broken) {
                throw new IOException("broken");
            }
            text.append(Integer.toHexString(b & 0xff)).append(' ');
        }
    }

    public static void main(String[] args) throws IOException {
        Hex hex = new Hex();
        PrintStream out = new PrintStream(hex, true);
        out.print("a\u00e9");
        out.print(7);
        out.print('c');
        out.print(true);
        out.print(-5L);
        out.print(new char[] {'x'});
        out.print((Object) null);
        out.println();
        out.write(new byte[] {1, 2, 3}, 1, 2);
        out.flush();
        System.out.println(hex.text);
        System.out.println(out.checkError());
        hex.broken = true;
        out.print("x");
        System.out.println(out.checkError());
        try {
            hex.write(1);
        } catch (IOException e) {
            System.out.println(e);
        }
        System.out.print("several ");
        System.out.print(1);
        System.out.print(' ');
        System.out.print(2.5);
        System.out.println((String) null);
        System.out.println(new char[] {'o', 'k'});
        System.out.println((Object) "object");
        System.out.println('c');
        System.out.println(1L << 40);
        System.out.println(true);
        System.out.write('w');
        System.out.println();
    }
}
