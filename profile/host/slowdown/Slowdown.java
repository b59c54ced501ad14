import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How much slower programs are under `jop cross run`. From the root of the repository:
 *
 * <pre>
 *   java profile/host/slowdown/Slowdown.java [--jop FILE] [--runs N] [--warm-up N] [--only Ecj,Xalan] [--kinds jdk,jdk-cache]
 * </pre>
 *
 * A workload runs in two virtual machines that wait for each other, a plain one and an instrumented one, so that both meet the
 * same load of the host. Times are the medians of the runs behind the warm-up, in CPU seconds without compiler threads.
 */
public final class Slowdown {

    private static final Path HERE = Path.of("profile/host/slowdown");
    private static final String JARS = "/usr/share/java/";

    /** Workloads with the jars that they need; Debian's packages of the same names have them. */
    private static final Map<String, String> WORKLOADS = new LinkedHashMap<>();

    static {
        WORKLOADS.put("Javac", "");
        WORKLOADS.put("Ecj", "eclipse-jdt-core");
        WORKLOADS.put("Jython", "jython");
        WORKLOADS.put("Rhino", "js");
        WORKLOADS.put("H2", "h2");
        WORKLOADS.put("Hsqldb", "hsqldb");
        WORKLOADS.put("Lucene", "lucene-core-4.10.4 lucene-analyzers-common-4.10.4");
        WORKLOADS.put("Xalan", "xalan2 serializer");
        WORKLOADS.put("Fop", "fop xmlgraphics-commons commons-io commons-logging batik-all xml-apis-ext");
        WORKLOADS.put("Batik", "batik-all");
        WORKLOADS.put("Antlr", "antlr");
        WORKLOADS.put("Sunflow", "sunflow");
    }

    private static final Map<String, String> KINDS = new LinkedHashMap<>();

    static {
        KINDS.put("app", "--cover app --lookups hits");
        KINDS.put("app-cache", "--cover app --lookups simulated");
        KINDS.put("jdk", "--cover jdk --lookups hits");
        KINDS.put("jdk-cache", "--cover jdk --lookups simulated");
    }

    private final Map<String, String> options = new LinkedHashMap<>(Map.of("jop", "target/release/jop", "runs", "5", "warm-up", "5",
            "routines", "constant", "heap", "1g", "only", String.join(",", WORKLOADS.keySet()),
            "kinds", String.join(",", KINDS.keySet())));

    /** One virtual machine and what it answered. */
    private static final class Machine {
        final Process process;
        final BufferedReader answers;
        final List<long[]> runs = new ArrayList<>();

        Machine(List<String> command, Path errors) throws IOException {
            process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
            answers = new BufferedReader(new InputStreamReader(process.getInputStream()));
            if (!"ready".equals(answers.readLine())) {
                throw new IOException("it does not start: " + Files.readString(errors));
            }
        }

        void run() throws IOException {
            OutputStream asks = process.getOutputStream();
            asks.write('\n');
            asks.flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new IOException("it ended");
            }
            runs.add(Arrays.stream(answer.split(" ")).mapToLong(Long::parseLong).toArray());
        }

        void end() throws IOException, InterruptedException {
            process.getOutputStream().close();
            process.waitFor();
        }

        double median(int column, int warmUp) {
            long[] values = runs.stream().skip(warmUp).mapToLong(run -> run[column]).sorted().toArray();
            return (values[(values.length - 1) / 2] + values[values.length / 2]) / 2.0;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Slowdown slowdown = new Slowdown();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i].replaceFirst("^--", "");
            if (!slowdown.options.containsKey(name) || i + 1 == arguments.length) {
                System.err.println(arguments[i] + ": none of --" + String.join(", --", slowdown.options.keySet()) + ", each with a value");
                System.exit(2);
            }
            slowdown.options.put(name, arguments[i + 1]);
        }
        slowdown.measure();
    }

    private void measure() throws Exception {
        Map<String, List<Double>> factors = new LinkedHashMap<>();
        System.out.println("program    kind       plain s  instr. s  factor  wall  contexts    RSS MB  plain MB  profile MB  outputs");
        for (String name : options.get("only").split(",")) {
            if (!WORKLOADS.containsKey(name)) {
                System.err.println("--only " + name + ": none of " + String.join(", ", WORKLOADS.keySet()));
                System.exit(2);
            }
            String jars = Arrays.stream(WORKLOADS.get(name).split(" ")).filter(jar -> !jar.isEmpty())
                    .map(jar -> JARS + jar + ".jar").collect(Collectors.joining(File.pathSeparator));
            String missing = Arrays.stream(jars.split(File.pathSeparator))
                    .filter(jar -> !jar.isEmpty() && !Files.exists(Path.of(jar))).collect(Collectors.joining(" "));
            if (!missing.isEmpty()) {
                System.out.println(name + ": skipped, there is no " + missing);
                continue;
            }
            Path folder = Files.createTempDirectory("slowdown");
            String classes = folder + File.pathSeparator + jars;
            compile(name, folder, classes);
            for (String kind : options.get("kinds").split(",")) {
                double factor = compare(name, kind, classes, folder);
                factors.computeIfAbsent(kind, none -> new ArrayList<>()).add(factor);
            }
        }
        factors.forEach((kind, all) -> System.out.printf("geometric mean of %d, %s: %.2f%n", all.size(), kind,
                Math.exp(all.stream().mapToDouble(Math::log).average().orElse(0))));
    }

    private static void compile(String name, Path folder, String classes) throws Exception {
        List<String> command = new ArrayList<>(List.of("javac", "-nowarn", "-d", folder.toString(), "-cp", classes,
                "-sourcepath", HERE.toString(), HERE.resolve("Worker.java").toString(),
                HERE.resolve("workloads/" + name + ".java").toString()));
        Process javac = new ProcessBuilder(command).inheritIO().start();
        if (javac.waitFor() != 0) {
            throw new IOException(name + ": cannot be compiled");
        }
    }

    private double compare(String name, String kind, String classes, Path folder) throws Exception {
        List<String> java = List.of("java", "-Xms" + options.get("heap"), "-Xmx" + options.get("heap"), "-Djava.awt.headless=true",
                "-XX:-UseDynamicNumberOfCompilerThreads", "-cp", classes, "Worker", name);
        Path profile = folder.resolve(kind + ".jprof");
        List<String> cross = new ArrayList<>(List.of(options.get("jop"), "cross", "run", "-o", profile.toString(), "--routines",
                options.get("routines")));
        cross.addAll(List.of(KINDS.get(kind).split(" ")));
        cross.add("--");
        cross.addAll(java);
        Path errors = folder.resolve(kind + ".err");
        Machine plain = new Machine(java, folder.resolve("plain.err"));
        Machine instrumented = new Machine(cross, errors);
        int warmUp = Integer.parseInt(options.get("warm-up"));
        for (int i = 0; i < warmUp + Integer.parseInt(options.get("runs")); ++i) {
            plain.run();
            instrumented.run();
        }
        plain.end();
        instrumented.end();
        boolean equal = true;
        for (int i = 0; i < plain.runs.size(); ++i) {
            equal &= plain.runs.get(i)[4] == instrumented.runs.get(i)[4];
            System.err.printf("%s %s %d: %.3f %.3f s%n", name, kind, i, plain.runs.get(i)[1] / 1e9, instrumented.runs.get(i)[1] / 1e9);
        }
        Matcher contexts = Pattern.compile("([\\d,]+) contexts").matcher(Files.readString(errors));
        double factor = instrumented.median(1, warmUp) / plain.median(1, warmUp);
        System.out.printf("%-10s %-9s %8.3f %9.3f %7.2f %5.2f %9s %9.0f %9.0f %11.1f  %s%n", name, kind, plain.median(1, warmUp) / 1e9,
                instrumented.median(1, warmUp) / 1e9, factor, instrumented.median(0, warmUp) / plain.median(0, warmUp),
                contexts.find() ? contexts.group(1) : "?", instrumented.median(3, warmUp) / 1024, plain.median(3, warmUp) / 1024,
                Files.exists(profile) ? Files.size(profile) / 1048576.0 : 0, equal ? "equal" : "DIFFER");
        return factor;
    }
}
