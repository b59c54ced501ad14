import com.jopdesign.sys.Const;
import com.jopdesign.sys.Native;

/** Reads the UART as System.in of earlier runtimes did: bytes as they come, up to a 4. */
public class OwnInput {

    public static void main(String[] args) {
        for (int b = read(); b != 4; b = read()) {
            System.out.print(b + " ");
        }
        System.out.println("end");
    }

    private static int read() {
        while ((Native.rd(Const.IO_UART_STATUS) & 2) == 0) {
            // Nothing has come yet.
        }
        return Native.rd(Const.IO_UART);
    }
}
