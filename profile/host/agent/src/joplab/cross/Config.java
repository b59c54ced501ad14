package joplab.cross;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Properties;
import joplab.cross.asm.Opcodes;

/** What `jop` asks for. */
final class Config {

    /** Rises when instrumented code calls other methods than before. */
    private static final int HOOKS = 3;

    /** File that the counts are written to. */
    final String out;

    /** Whether the JDK's own classes are counted. */
    final boolean jdk;

    /** Whether a block ends behind each bytecode that may throw, so that what was not executed is not counted. */
    final boolean exact;

    /** Whether virtual calls of arrays are counted: the microcode has a path for them. */
    final boolean arrayReceivers;

    /** Whether calls with one target are bound to it where the program is given whole. */
    final boolean binds;

    /** Opcodes whose Java methods run beside the program. */
    final boolean[] routines = new boolean[256];

    /** Whether our {@code System.arraycopy} runs beside the program, too. */
    final boolean copies;

    /** Whether collections find the program's objects. */
    final boolean pricesCollections;

    /** Opcodes of which features of the operands are counted. */
    final boolean[] model = new boolean[256];

    /** Bytecodes of a thread from one dump or callback to the next; 0 for none. */
    final long every;

    /** The class that is called then; empty for dumps. */
    final String callback;

    /** Cycles of each bytecode on its usual path, without loads of methods; nothing where it has a Java method. */
    final int[] cycles = new int[256];

    /** Kind, blocks and words of a block of the method cache. */
    final int cacheKind;
    final int cacheBlocks;
    final int cacheBlockWords;

    /** Whether all threads share the method cache. */
    final boolean cacheShared;

    /** Words of the machine's memory. */
    final int memoryWords;

    /** Words of its stack. */
    final int stackWords;

    /** Whether addresses outside of the heap are checked. */
    final boolean isChecked;

    /** Bytes that contexts may take. */
    final long contextBytes;

    /** The jar of our runtime. */
    final String runtime;

    /** The linked program that runs on our library; null if the program runs on the host's. */
    final String target;

    /** The file of the JDK's classes that are instrumented already; null if there is none. */
    final String kept;

    private Config(Properties values) {
        kept = values.getProperty("kept");
        target = values.getProperty("target");
        out = values.getProperty("out");
        jdk = values.getProperty("cover").equals("jdk");
        exact = values.getProperty("exceptions").equals("exact");
        binds = values.getProperty("binding").equals("static");
        arrayReceivers = values.getProperty("array-receivers").equals("counted");
        String opcodes = values.getProperty("routines");
        mark(routines, opcodes);
        mark(model, values.getProperty("model"));
        every = Long.parseLong(values.getProperty("every", "0"));
        callback = values.getProperty("callback", "");
        int place = 0;
        for (String cost : values.getProperty("cycles", "").split(",")) {
            cycles[place++] = cost.isEmpty() ? 0 : Integer.parseInt(cost);
        }
        copies = !opcodes.isEmpty() || model[Opcodes.NEW];
        cacheKind = number(values, "cache");
        cacheBlocks = number(values, "blocks");
        cacheBlockWords = number(values, "block-words");
        cacheShared = values.getProperty("cache-of").equals("machine");
        memoryWords = number(values, "memory");
        stackWords = number(values, "stack");
        pricesCollections = values.getProperty("collections").equals("priced") && routines[Opcodes.NEW];
        isChecked = values.getProperty("addresses", "").equals("checked");
        contextBytes = Long.parseLong(values.getProperty("contexts", Long.toString(Long.MAX_VALUE)));
        runtime = values.getProperty("runtime");
    }

    /** Whether exceptions run on the stack of JOP as the host's calls tell it: only where our library runs. */
    boolean runsThrows() {
        return target != null && routines[Opcodes.ATHROW];
    }

    private static void mark(boolean[] which, String opcodes) {
        for (String opcode : opcodes.split(",")) {
            if (!opcode.isEmpty()) {
                which[Integer.parseInt(opcode)] = true;
            }
        }
    }

    /** What instrumented code depends on. */
    String instrumentation() {
        String code = Integer.toHexString(31 * Arrays.hashCode(routines) + Arrays.hashCode(model));
        return "exceptions " + (exact ? "exact" : "fast") + ", " + (every == 0 ? "no" : "with") + " --every, routines "
                + (copies ? "copied" : "not copied") + " " + code + (pricesCollections ? "" : ", collections not priced")
                + (arrayReceivers ? ", array receivers" : "") + (cacheKind == 0 ? ", no lookups" : "") + ", hooks " + HOOKS;
    }

    static Config read(String file) throws IOException {
        Properties values = new Properties();
        try (InputStream from = new FileInputStream(file)) {
            values.load(from);
        }
        return new Config(values);
    }

    private static int number(Properties values, String key) {
        return Integer.parseInt(values.getProperty(key));
    }
}
