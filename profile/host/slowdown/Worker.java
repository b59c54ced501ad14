import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Tells the room that its virtual machine has, as options. Then runs a workload once for each line that it reads and answers with nanoseconds by the clock, nanoseconds of CPU without
 * compiler threads, kilobytes of heap and process, and a check sum of all that the workload gave and printed.
 */
public final class Worker {

    /** What each compiler thread had taken when it was last looked at, also those that have ended. */
    private static final Map<String, Long> COMPILERS = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        Workload workload = (Workload) Class.forName(arguments[0]).getConstructor().newInstance();
        answers.println("ready" + room());
        while (System.in.read() == '\n') {
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            System.setOut(new PrintStream(printed, true));
            long cpu = cpu();
            long start = System.nanoTime();
            byte[] result = workload.run();
            long time = System.nanoTime() - start;
            cpu = cpu() - cpu;
            System.setOut(answers);
            CRC32 sum = new CRC32();
            sum.update(result);
            sum.update(printed.toByteArray());
            Runtime runtime = Runtime.getRuntime();
            long heap = (runtime.totalMemory() - runtime.freeMemory()) >> 10;
            answers.println(time + " " + cpu + " " + heap + " " + resident() + " " + sum.getValue() + " " + result.length);
        }
        // Some workloads leave threads behind.
        System.exit(0);
    }

    /** Options that give another virtual machine the same heap, stacks and collector. */
    private static String room() {
        HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        StringBuilder room = new StringBuilder();
        // Kilobytes, and the launcher's name for it: the main thread has this stack, too.
        room.append(" -Xss").append(machine.getVMOption("ThreadStackSize").getValue()).append('k');
        for (String size : new String[] {"MaxHeapSize", "InitialHeapSize"}) {
            room.append(" -XX:").append(size).append('=').append(machine.getVMOption(size).getValue());
        }
        for (String collector : new String[] {"UseSerialGC", "UseParallelGC", "UseG1GC"}) {
            if (machine.getVMOption(collector).getValue().equals("true")) {
                room.append(" -XX:+").append(collector);
            }
        }
        return room.toString();
    }

    /** CPU time of the process; on Linux without that of the threads that compile, which is a matter of warming up. */
    private static long cpu() throws IOException {
        Path tasks = Path.of("/proc/self/task");
        if (Files.isDirectory(tasks)) {
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
                for (Path thread : threads) {
                    noteCompiler(thread);
                }
            }
        }
        long all = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
        return all - COMPILERS.values().stream().mapToLong(Long::longValue).sum();
    }

    private static void noteCompiler(Path thread) {
        try {
            if (Files.readString(thread.resolve("comm")).matches("C[12] Compiler.*\\s")) {
                // Nanoseconds on a CPU are the first word.
                COMPILERS.put(thread.getFileName().toString(), Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]));
            }
        } catch (IOException ended) {
            // What it had taken by the last look stays.
        }
    }

    private static long resident() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (Files.exists(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        }
        return 0;
    }
}
