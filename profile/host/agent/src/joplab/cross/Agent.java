package joplab.cross;

import static joplab.cross.asm.Opcodes.ATHROW;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.jar.JarFile;

/** The start of the agent: nothing of the program has run. */
public final class Agent {

    private Agent() {
    }

    /** Instruments every class from here on; {@code settings} is the file that {@code jop} wrote. */
    public static void premain(String settings, Instrumentation instrumentation)
            throws IOException, ClassNotFoundException {
        hideFields();
        JopExceptions.prepare();
        AtomicBoolean hasEnded = new AtomicBoolean();
        Config config = Config.read(settings);
        JopProfile.cacheKind = config.cacheKind;
        JopProfile.cacheBlocks = config.cacheBlocks;
        JopProfile.cacheBlockWords = config.cacheBlockWords;
        JopProfile.cacheShared = config.cacheShared;
        JopProfile.isChecked = config.isChecked;
        JopProfile.contextBytes = config.contextBytes;
        JopEvents.every = config.every;
        JopObjects.isPriced = config.pricesCollections;
        // What a thread needs is there before a method of the JDK's asks for it.
        JopProfile.resume(JopProfile.suspend());
        Recording recording = new Recording();
        Kept kept = config.kept == null ? null : Kept.open(config.kept, recording);
        CountsFile file = new CountsFile(recording, config.out);
        Target target = config.target == null ? null : new Target(config, recording);
        ClassTypes types = target == null ? new Types(config) : target.types;
        JopRoutines.types = types;
        ObjectInit.define(recording);
        if (config.model[ATHROW]) {
            new ExceptionMethods(recording).define();
        }
        Transformer transformer = new Transformer(config, recording, types);
        transformer.take(kept);
        // Its own classes must be there before it is asked for them.
        transformer.warmUp();
        if (kept == null || config.copies || target != null) {
            // Routines have lambdas; the first must not come while the JDK makes one for the program.
            Runnable first = () -> { };
            first.run();
        }
        JopProfile.hiddenClasses = new Consumer<Class<?>>() {
            @Override
            public void accept(Class<?> type) {
                transformer.leaveOutHidden(type);
            }
        };
        JopProfile.hiddenMaker = new BiFunction<Class<?>, byte[], byte[]>() {
            @Override
            public byte[] apply(Class<?> definer, byte[] bytes) {
                return transformer.ofHidden(definer, bytes);
            }
        };
        instrumentation.addTransformer(transformer, true);
        retransform(instrumentation, config, recording);
        if (target != null) {
            instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(target.write()));
            target.start();
        }
        transformer.begin();
        Callback callback = callback(config, recording);
        boolean hasDumps = config.every != 0 && callback == null;
        JopEvents.handler = hasDumps ? (thread, running) -> file.dump() : callback;
        JopProfile.atEnd(new Runnable() {
            @Override
            public void run() {
                file.makeRoom();
                try {
                    if (target != null) {
                        JopHost.flush();
                    }
                    if (!hasEnded.getAndSet(true)) {
                        JopProfile.suspend();
                        transformer.leaveOutMissed(instrumentation.getAllLoadedClasses());
                        end(recording, file, hasDumps, callback);
                    } else {
                        // A halt while the counts are written waits for them.
                        file.finish(hasDumps);
                    }
                } catch (RuntimeException | Error failed) {
                    // The virtual machine does not tell what fails here.
                    Complaint.make(config.out, "cannot write the counts: " + failed);
                }
            }
        });
    }

    /** A JDK without the filter shows the fields, which does no harm. */
    private static void hideFields() {
        try {
            JopProfile.hideFields();
        } catch (ReflectiveOperationException none) {
            return;
        }
    }

    /** The user's listener; null if there is none. */
    private static Callback callback(Config config, Recording recording) {
        if (config.callback.isEmpty()) {
            return null;
        }
        Callback[] made = new Callback[1];
        try {
            JopEvents.aside(() -> made[0] = Callback.of(config.callback, new Views(recording, config.cycles)));
        } catch (IllegalArgumentException problem) {
            Complaint.make(config.out, "--callback " + config.callback + ": " + problem.getMessage());
            Runtime.getRuntime().halt(2);
        }
        return made[0];
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
    private static void retransform(Instrumentation instrumentation, Config config, Recording recording) {
        List<Class<?>> wanted = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            boolean isAsked = config.jdk || loaded.getName().startsWith("com.jopdesign.sys.");
            if (isAsked && instrumentation.isModifiableClass(loaded) && !loaded.isArray()) {
                wanted.add(loaded);
            }
        }
        // All at once: each call walks all classes, and what instruments them is not yet instrumented itself.
        retransform(instrumentation, wanted, recording);
    }

    private static void retransform(Instrumentation instrumentation, List<Class<?>> classes, Recording recording) {
        if (classes.isEmpty()) {
            return;
        }
        try {
            instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
        } catch (UnmodifiableClassException | LinkageError | InternalError refused) {
            // One of them is refused.
            if (classes.size() > 1) {
                int half = classes.size() / 2;
                retransform(instrumentation, classes.subList(0, half), recording);
                retransform(instrumentation, classes.subList(half, classes.size()), recording);
            } else {
                recording.leaveOut("class " + classes.get(0).getName() + ": the virtual machine keeps it as it is, " + Transformer.reason(refused));
            }
        }
    }
}
