package java.lang;

import com.jopdesign.sys.Const;
import com.jopdesign.sys.Heap;
import com.jopdesign.sys.Native;
import com.jopdesign.sys.Startup;

/** The machine's memory and cores. */
public final class Runtime {

    private static Runtime runtime;

    private Runtime() {
    }

    /** The only object. */
    public static Runtime getRuntime() {
        if (runtime == null) {
            runtime = new Runtime();
        }
        return runtime;
    }

    /** Number of cores. */
    public int availableProcessors() {
        return Native.rd(Const.IO_CPU_COUNT);
    }

    /** Bytes that are free without a collection. */
    public long freeMemory() {
        return Heap.freeWords() << 2;
    }

    /** Bytes of the heap. */
    public long totalMemory() {
        return Heap.totalWords() << 2;
    }

    /** Bytes of the heap. */
    public long maxMemory() {
        return totalMemory();
    }

    /** Collects garbage. */
    public void gc() {
        Heap.collect();
    }

    /** Ends the program. */
    public void exit(int status) {
        Startup.exit(status);
    }

    /** Ends the program. */
    public void halt(int status) {
        Startup.exit(status);
    }
}
