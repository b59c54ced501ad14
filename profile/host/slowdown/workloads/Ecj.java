import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.internal.compiler.batch.Main;

/** Eclipse's compiler on the sources of our runtime. */
public final class Ecj implements Workload {
    private final Path out = Files.createTempDirectory("ecj");
    private final List<String> command = new ArrayList<>();

    public Ecj() throws Exception {
        Path none = Files.createDirectory(out.resolve("none"));
        command.addAll(List.of("-source", "8", "-target", "8", "-proc:none", "-nowarn", "-bootclasspath", none.toString(),
                "-extdirs", none.toString(), "-classpath", none.toString(), "-d", out.toString()));
        command.addAll(Sources.ofRuntime());
    }

    @Override
    public byte[] run() throws Exception {
        Sources.clear(out);
        PrintWriter log = new PrintWriter(System.out, true);
        boolean done = new Main(log, log, false, null, null).compile(command.toArray(new String[0]));
        return Sources.contents(out, done ? 0 : 1);
    }
}
