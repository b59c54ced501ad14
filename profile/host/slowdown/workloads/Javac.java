import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/** The JDK's compiler on the sources of our runtime. */
public final class Javac implements Workload {
    private final Path out = Files.createTempDirectory("javac");
    private final List<String> command = new ArrayList<>();

    public Javac() throws Exception {
        String none = out.resolve("none").toString();
        command.addAll(List.of("-source", "8", "-target", "8", "-proc:none", "-nowarn", "-bootclasspath", none, "-extdirs", none,
                "-classpath", none, "-XDignore.symbol.file", "-d", out.toString()));
        command.addAll(Sources.ofRuntime());
    }

    @Override
    public byte[] run() throws Exception {
        Sources.clear(out);
        int status = ToolProvider.getSystemJavaCompiler().run(null, System.out, System.out, command.toArray(new String[0]));
        return Sources.contents(out, status);
    }
}
