package joplab.cross;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;

/** The start of the agent: nothing of the program has run. */
public final class Agent {

    private Agent() {
    }

    /** Instruments every class from here on; {@code settings} is the file that {@code jop} wrote. */
    public static void premain(String settings, Instrumentation instrumentation) throws IOException {
        Config config = Config.read(settings);
        JopProfile.cacheKind = config.cacheKind;
        JopProfile.cacheBlocks = config.cacheBlocks;
        JopProfile.cacheBlockWords = config.cacheBlockWords;
        JopEvents.every = config.every;
        Recording recording = new Recording();
        CountsFile file = new CountsFile(recording, config.out);
        Types types = new Types(config);
        JopRoutines.types = types;
        Transformer transformer = new Transformer(config, recording, types);
        // Its own classes must be there before it is asked for them.
        transformer.warmUp();
        instrumentation.addTransformer(transformer, true);
        retransform(instrumentation, config);
        transformer.begin();
        Callback callback = callback(config, recording);
        boolean hasDumps = config.every != 0 && callback == null;
        JopEvents.handler = hasDumps ? (thread, running) -> file.dump() : callback;
        JopProfile.atEnd(() -> end(recording, file, hasDumps, callback));
    }

    /** The user's listener; null if there is none. */
    private static Callback callback(Config config, Recording recording) {
        if (config.callback.isEmpty()) {
            return null;
        }
        JopContext context = JopProfile.suspend();
        try {
            return Callback.of(config.callback, new Views(recording, config.cycles));
        } catch (IllegalArgumentException problem) {
            Complaint.make(config.out, "--callback " + config.callback + ": " + problem.getMessage());
            Runtime.getRuntime().halt(2);
            return null;
        } finally {
            JopProfile.resume(context);
        }
    }

    private static void end(Recording recording, CountsFile file, boolean hasDumps, Callback callback) {
        JopEvents.handler = null;
        recording.close();
        JopProfile.suspend();
        file.finish(hasDumps);
        if (callback != null) {
            callback.ended();
        }
    }

    /** Classes that are there already: the JDK's, and routines that were set up. */
    private static void retransform(Instrumentation instrumentation, Config config) {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            boolean wanted = config.jdk || loaded.getName().startsWith("com.jopdesign.sys.");
            if (wanted && instrumentation.isModifiableClass(loaded) && !loaded.isArray()) {
                try {
                    instrumentation.retransformClasses(loaded);
                } catch (UnmodifiableClassException | LinkageError | InternalError refused) {
                    // The transformer listed it, or it is one that the virtual machine keeps to itself.
                    continue;
                }
            }
        }
    }
}
