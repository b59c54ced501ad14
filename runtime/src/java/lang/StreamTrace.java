package java.lang;

import java.io.PrintStream;

/** A stack trace on a stream. */
final class StreamTrace extends TraceOutput {

    private final PrintStream out;

    StreamTrace(PrintStream out) {
        this.out = out;
    }

    @Override
    void println(String line) {
        out.println(line);
    }
}
