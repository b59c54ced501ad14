import com.jopdesign.sys.Const;
import com.jopdesign.sys.Native;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * Reads a line from the UART. Arguments: the parity mode to set, and the microseconds for which nobody reads; with these it
 * prints what the receive FIFO has kept by then.
 *
 * <p>{@code javac --release 17 -cp ../../runtime/runtime.jar -d . ReadLine.java} writes the class file beside it.
 */
public class ReadLine {

    private static String kept(int microseconds) {
        int end = Native.rd(Const.IO_MICROSECONDS) + microseconds;
        while (Native.rd(Const.IO_MICROSECONDS) - end < 0) {
            // The FIFO fills.
        }
        StringBuilder text = new StringBuilder();
        while ((Native.rd(Const.IO_UART_STATUS) & 2) != 0) {
            text.append((char) Native.rd(Const.IO_UART));
        }
        return text.toString();
    }

    public static void main(String[] args) throws IOException {
        Native.wr(Integer.parseInt(args[0]), Const.IO_UART_STATUS);
        String text = args.length > 1
                ? kept(Integer.parseInt(args[1]))
                : new BufferedReader(new InputStreamReader(System.in)).readLine();
        boolean wrong = (Native.rd(Const.IO_UART_STATUS) & 4) != 0;
        System.out.println("read " + text + (wrong ? ", parity error" : ""));
    }
}
