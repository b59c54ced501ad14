package joplab.cross;

import static joplab.cross.asm.Opcodes.ATHROW;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;

/** The start of the agent: nothing of the program has run. */
public final class Agent {

    private Agent() {
    }

    /** Instruments every class from here on; {@code file} is what {@code jop} wrote. */
    public static void premain(String file, Instrumentation instrumentation) throws IOException {
        Config config = Config.read(file);
        JopProfile.cacheKind = config.cacheKind;
        JopProfile.cacheBlocks = config.cacheBlocks;
        JopProfile.cacheBlockWords = config.cacheBlockWords;
        JopProfile.cacheShared = config.cacheShared;
        Recording recording = new Recording(config);
        Types types = new Types(config);
        JopRoutines.types = types;
        ObjectInit.define(recording);
        if (config.model[ATHROW]) {
            new ExceptionMethods(recording).define();
        }
        JopProfile.atEnd(recording::write);
        Transformer transformer = new Transformer(config, recording, types);
        // Its own classes must be there before it is asked for them.
        transformer.warmUp();
        instrumentation.addTransformer(transformer, true);
        retransform(instrumentation, config);
        transformer.begin();
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
