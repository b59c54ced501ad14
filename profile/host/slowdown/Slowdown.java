import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How much slower programs are under `jop cross run`. From the root of the repository:
 *
 * <pre>
 *   java profile/host/slowdown/Slowdown.java [--jop FILE] [--runs N] [--warm-up N] [--only Ecj,Xalan] [--kinds jdk,jdk-cache]
 * </pre>
 *
 * A kind may be <code>NAME=OPTIONS of jop cross run</code>; <code>plain-again</code> is a second plain one, whose factor is the noise.
 *
 * A workload runs in virtual machines that wait for each other, a plain one and an instrumented one of each kind, so that all meet
 * the same load of the host. The plain one has the heap, the stacks and the collector of the instrumented ones. Times are the medians of the runs behind the warm-up, in CPU seconds without compiler threads. The
 * lines of programs come first, then a table of the factors with geometric means. A machine that fails is reported, the others go on.
 */
public final class Slowdown {

    private static final Path HERE = Path.of("profile/host/slowdown");
    private static final String JARS = "/usr/share/java/";

    /** Workloads with the jars that they need. */
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

    /** Packages of the jars. */
    private static final Map<String, String> PACKAGES = Map.ofEntries(Map.entry("Ecj", "libeclipse-jdt-core-java"), Map.entry("Jython", "jython"),
            Map.entry("Rhino", "librhino-java"), Map.entry("H2", "libh2-java"), Map.entry("Hsqldb", "libhsqldb-java"),
            Map.entry("Lucene", "liblucene4.10-java"), Map.entry("Xalan", "libxalan2-java"), Map.entry("Fop", "libfop-java"),
            Map.entry("Batik", "libbatik-java"), Map.entry("Antlr", "libantlr-java"), Map.entry("Sunflow", "libsunflow-java"));

    private static final Map<String, String> KINDS = new LinkedHashMap<>();

    static {
        KINDS.put("app", "--library host --cover app --lookups hits");
        KINDS.put("app-cache", "--library host --cover app --lookups simulated");
        KINDS.put("jdk", "--cover jdk --lookups hits");
        KINDS.put("jdk-cache", "--cover jdk --lookups simulated");
    }

    /** The virtual machine that runs this. */
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** A second machine without the agent. */
    private static final String PLAIN = "plain-again";

    private final Map<String, String> options = new LinkedHashMap<>(Map.of("jop", "target/release/jop", "runs", "5", "warm-up", "5",
            "routines", "constant", "heap", "1g", "only", String.join(",", WORKLOADS.keySet()),
            "kinds", String.join(",", KINDS.keySet())));

    /** Factors by the clock in place of CPU time. */
    private final Map<String, List<Double>> byClock = new LinkedHashMap<>();

    private List<String> kinds = List.of();

    private final List<String> failures = new ArrayList<>();

    /** Folders of this run. */
    private final List<Path> folders = Collections.synchronizedList(new ArrayList<>());

    /** What may fail with one machine. */
    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    /** One virtual machine and what it answered. */
    private static final class Machine {
        final Process process;
        final BufferedReader answers;
        final List<long[]> runs = new ArrayList<>();
        final Path errors;
        /** Options that give another one the same room. */
        final List<String> room;

        Machine(List<String> command, Path errors) throws IOException {
            this.errors = errors;
            process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
            answers = new BufferedReader(new InputStreamReader(process.getInputStream()));
            String ready = answers.readLine();
            if (ready == null || !ready.startsWith("ready ")) {
                throw new IOException("it does not start: " + firstError());
            }
            room = List.of(ready.substring("ready ".length()).split(" "));
        }

        void run() throws IOException {
            OutputStream asks = process.getOutputStream();
            asks.write('\n');
            asks.flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new IOException("it ended: " + firstError());
            }
            runs.add(Arrays.stream(answer.split(" ")).mapToLong(Long::parseLong).toArray());
        }

        /** Lets it end by itself, whatever becomes of it. */
        void release() {
            try {
                process.getOutputStream().close();
            } catch (IOException ended) {
                // It has ended already.
            }
        }

        private String firstError() throws IOException {
            return Files.readAllLines(errors).stream().findFirst().orElse("it says nothing");
        }

        void end() throws IOException, InterruptedException {
            process.getOutputStream().close();
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException("it ended with " + status + ": " + firstError());
            }
        }

        double median(int column, int warmUp) {
            long[] values = runs.stream().skip(warmUp).mapToLong(run -> run[column]).sorted().toArray();
            return (values[(values.length - 1) / 2] + values[values.length / 2]) / 2.0;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Locale.setDefault(Locale.ROOT);
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

    /** Names of the kinds that are asked for; those that the command line explains are known from here on. */
    private List<String> kinds() {
        List<String> names = new ArrayList<>();
        for (String kind : options.get("kinds").split(",")) {
            String[] parts = kind.split("=", 2);
            if (parts.length == 2) {
                KINDS.put(parts[0], parts[1]);
            } else if (!kind.equals(PLAIN) && !KINDS.containsKey(kind)) {
                System.err.println("--kinds " + kind + ": none of " + PLAIN + ", " + String.join(", ", KINDS.keySet()) + ", NAME=OPTIONS");
                System.exit(2);
            }
            names.add(parts[0]);
        }
        return names;
    }

    private void measure() throws Exception {
        kinds = kinds();
        Runtime.getRuntime().addShutdownHook(new Thread(this::clear));
        List<String> rows = new ArrayList<>();
        Map<String, List<Double>> factors = new LinkedHashMap<>();
        System.out.println("program    kind       plain s  instr. s  factor  by the clock: plain s  instr. s  factor  contexts    RSS MB  plain MB  profile MB  outputs");
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
                System.out.println(name + ": skipped, there is no " + missing + "; Debian has it in " + PACKAGES.get(name));
                continue;
            }
            Path folder = Files.createTempDirectory("slowdown");
            folders.add(folder);
            String classes = folder + File.pathSeparator + jars;
            try {
                compile(name, folder, classes);
                rows.add(compare(name, classes, folder, factors));
            } catch (IOException failed) {
                fail(name, failed);
            }
        }
        table(rows, factors);
        factors.forEach((kind, all) -> System.out.printf("geometric mean of %d, %s: %.2f; by the clock %.2f%n", all.size(), kind, mean(all),
                mean(byClock.get(kind))));
        if (!failures.isEmpty()) {
            throw new IOException(String.join("; ", failures));
        }
    }

    /** Ends what still runs, and removes the folders: also when a signal ends this. */
    private void clear() {
        List<ProcessHandle> running = ProcessHandle.current().descendants().collect(Collectors.toList());
        running.forEach(ProcessHandle::destroy);
        try {
            for (ProcessHandle each : running) {
                each.onExit().get(10, TimeUnit.SECONDS);
            }
            for (Path folder : folders) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
                }
            }
        } catch (IOException | UncheckedIOException | InterruptedException | ExecutionException | TimeoutException problem) {
            System.err.println("slowdown: something is left behind: " + problem);
        }
    }

    /** Plain seconds and the factor of each kind, a line for each program. */
    private void table(List<String> rows, Map<String, List<Double>> factors) {
        StringBuilder head = new StringBuilder("\nslow-down   plain s");
        StringBuilder means = new StringBuilder(String.format("%-10s %8s", "mean", ""));
        for (String kind : kinds) {
            head.append(String.format(" %9s", kind));
            List<Double> all = factors.get(kind);
            means.append(all == null ? "         -" : String.format(" %9.2f", mean(all)));
        }
        System.out.println(head + "  outputs");
        rows.forEach(System.out::println);
        System.out.println(means);
    }

    /** Geometric mean. */
    private static double mean(List<Double> all) {
        return Math.exp(all.stream().mapToDouble(Math::log).average().orElse(0));
    }

    private static void compile(String name, Path folder, String classes) throws Exception {
        List<String> command = new ArrayList<>(List.of("javac", "-nowarn", "-d", folder.toString(), "-cp", classes,
                "-sourcepath", HERE.toString(), HERE.resolve("Worker.java").toString(),
                HERE.resolve("workloads/" + name + ".java").toString()));
        Process javac = new ProcessBuilder(command).inheritIO().start();
        if (javac.waitFor() != 0) {
            throw new IOException("it cannot be compiled");
        }
    }

    /** Runs a program in a plain machine and in one of each kind, in turns; gives its line of the table. */
    private String compare(String name, String classes, Path folder, Map<String, List<Double>> factors) throws Exception {
        Map<String, Machine> machines = new LinkedHashMap<>();
        try {
            return compare(name, classes, folder, factors, machines);
        } finally {
            machines.values().forEach(Machine::release);
        }
    }

    private String compare(String name, String classes, Path folder, Map<String, List<Double>> factors, Map<String, Machine> machines)
            throws Exception {
        List<String> java = List.of(JAVA, "-Xms" + options.get("heap"), "-Xmx" + options.get("heap"));
        List<String> program = List.of("-Djava.awt.headless=true", "-XX:-UseDynamicNumberOfCompilerThreads", "-cp", classes, "Worker", name);
        for (String kind : kinds) {
            if (!kind.equals(PLAIN)) {
                attempt(name, kind, machines, () -> machines.put(kind,
                        new Machine(cross(kind, joined(java, program), folder), folder.resolve(kind + ".err"))));
            }
        }
        List<List<String>> rooms = machines.values().stream().map(machine -> machine.room).distinct().collect(Collectors.toList());
        if (rooms.size() != 1) {
            throw new IOException("machines with one room are needed, not " + rooms);
        }
        List<String> alone = joined(joined(List.of(JAVA), rooms.get(0)), program);
        if (kinds.contains(PLAIN)) {
            attempt(name, PLAIN, machines, () -> machines.put(PLAIN, new Machine(alone, folder.resolve("second.err"))));
        }
        Machine plain = new Machine(alone, folder.resolve("plain.err"));
        try {
            if (!plain.room.equals(rooms.get(0))) {
                throw new IOException("the plain machine has " + plain.room + ", not " + rooms.get(0));
            }
            measure(name, plain, machines);
            plain.end();
        } finally {
            plain.release();
        }
        int warmUp = Integer.parseInt(options.get("warm-up"));
        StringBuilder row = new StringBuilder(String.format("%-10s %8.3f", name, plain.median(1, warmUp) / 1e9));
        String outcome = "equal";
        for (String kind : kinds) {
            Machine machine = machines.get(kind);
            if (machine == null || !attempt(name, kind, machines, machine::end)) {
                row.append("         -");
                outcome = "failed";
                continue;
            }
            boolean same = sums(plain).equals(sums(machine));
            outcome = same ? outcome : "DIFFER";
            double factor = machine.median(1, warmUp) / plain.median(1, warmUp);
            factors.computeIfAbsent(kind, none -> new ArrayList<>()).add(factor);
            byClock.computeIfAbsent(kind, none -> new ArrayList<>()).add(machine.median(0, warmUp) / plain.median(0, warmUp));
            row.append(String.format(" %9.2f", factor));
            print(name, kind, plain, machine, folder, same);
        }
        return row + "  " + outcome;
    }

    /** Runs, in turns. */
    private void measure(String name, Machine plain, Map<String, Machine> machines) throws Exception {
        int warmUp = Integer.parseInt(options.get("warm-up"));
        for (int i = 0; i < warmUp + Integer.parseInt(options.get("runs")); ++i) {
            plain.run();
            System.err.printf("%s %d: %.3f s", name, i, plain.runs.get(i)[1] / 1e9);
            for (String kind : new ArrayList<>(machines.keySet())) {
                Machine machine = machines.get(kind);
                if (attempt(name, kind, machines, machine::run)) {
                    System.err.printf(", %s %.3f s", kind, machine.runs.get(i)[1] / 1e9);
                }
            }
            System.err.println();
        }
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).collect(Collectors.toList());
    }

    private List<String> cross(String kind, List<String> java, Path folder) {
        List<String> cross = new ArrayList<>(List.of(options.get("jop"), "cross", "run", "-o", profile(folder, kind).toString(),
                "--routines", options.get("routines")));
        cross.addAll(List.of(KINDS.get(kind).split(" ")));
        cross.add("--");
        cross.addAll(java);
        return cross;
    }

    private static Path profile(Path folder, String kind) {
        return folder.resolve(kind + ".jrec");
    }

    private static List<Long> sums(Machine machine) {
        return machine.runs.stream().map(run -> run[4]).collect(Collectors.toList());
    }

    /** Does it; a machine that fails is left out from then on, and the others go on. */
    private boolean attempt(String name, String kind, Map<String, Machine> machines, Step step) throws InterruptedException {
        try {
            step.run();
            return true;
        } catch (IOException failed) {
            fail(name + " " + kind, failed);
            machines.remove(kind);
            return false;
        }
    }

    private void fail(String what, IOException failed) {
        String failure = what + ": failed: " + failed.getMessage();
        System.out.println(failure);
        failures.add(failure);
    }

    private void print(String name, String kind, Machine plain, Machine machine, Path folder, boolean equal) throws IOException {
        int warmUp = Integer.parseInt(options.get("warm-up"));
        Matcher contexts = Pattern.compile("([\\d,]+) contexts").matcher(Files.readString(machine.errors));
        Path profile = profile(folder, kind);
        System.out.printf("%-10s %-9s %8.3f %9.3f %7.2f %22.3f %9.3f %7.2f %9s %9.0f %9.0f %11.1f  %s%n", name, kind,
                plain.median(1, warmUp) / 1e9, machine.median(1, warmUp) / 1e9, machine.median(1, warmUp) / plain.median(1, warmUp),
                plain.median(0, warmUp) / 1e9, machine.median(0, warmUp) / 1e9, machine.median(0, warmUp) / plain.median(0, warmUp), contexts.find() ? contexts.group(1) : "?",
                machine.median(3, warmUp) / 1024, plain.median(3, warmUp) / 1024,
                Files.exists(profile) ? Files.size(profile) / 1048576.0 : 0, equal ? "equal" : "DIFFER");
    }
}
