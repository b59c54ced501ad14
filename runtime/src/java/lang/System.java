package java.lang;

import com.jopdesign.sys.ArrayCopy;
import com.jopdesign.sys.Clock;
import com.jopdesign.sys.Const;
import com.jopdesign.sys.Native;
import com.jopdesign.sys.Startup;
import com.jopdesign.sys.UartInput;
import java.io.InputStream;
import java.io.PrintStream;

/** The machine as programs see it. */
public final class System {

    /** Input: the UART. */
    public static InputStream in = new UartInput();
    /** Output: the UART. */
    public static PrintStream out = PrintStream.ofDevice(Const.IO_UART);
    /** Output of errors: a device of the simulator. */
    public static PrintStream err = PrintStream.ofDevice(Const.IO_STDERR);

    private System() {
    }

    /** Copies elements from one array to another, or within one. */
    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int count) {
        ArrayCopy.copy(from, fromIndex, to, toIndex, count);
    }

    /** Milliseconds since reset: there is no calendar. */
    public static long currentTimeMillis() {
        return Clock.microseconds() / 1000;
    }

    /** Nanoseconds since reset, in steps of 1000. */
    public static long nanoTime() {
        return Clock.microseconds() * 1000;
    }

    /** Ends the program. */
    public static void exit(int status) {
        Startup.exit(status);
    }

    /** Collects garbage. */
    public static void gc() {
        Runtime.getRuntime().gc();
    }

    /** A number of an object that never changes, whatever its class says: handles do not move. */
    public static int identityHashCode(Object object) {
        return Native.toInt(object) >>> 3;
    }

    /** The text that ends a line. */
    public static String lineSeparator() {
        return "\n";
    }

    /** Puts another stream in place of the input. */
    public static void setIn(InputStream stream) {
        in = stream;
    }

    /** Puts another stream in place of the output. */
    public static void setOut(PrintStream stream) {
        out = stream;
    }

    /** Puts another stream in place of the output of errors. */
    public static void setErr(PrintStream stream) {
        err = stream;
    }

    /** There are no variables of an environment. */
    public static String getenv(String name) {
        return null;
    }

    /** A property, or null. */
    public static String getProperty(String key) {
        return SystemProperties.get(key);
    }

    /** A property, or another value if it is missing. */
    public static String getProperty(String key, String otherwise) {
        String value = SystemProperties.get(key);
        return value == null ? otherwise : value;
    }

    /** Sets a property; gives the old value, or null. */
    public static String setProperty(String key, String value) {
        return SystemProperties.set(key, value);
    }

    /** Forgets a property; gives its value, or null. */
    public static String clearProperty(String key) {
        return SystemProperties.clear(key);
    }
}
