package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import joplab.cross.asm.ClassReader;
import joplab.cross.asm.ClassWriter;
import joplab.cross.asm.MethodTooLargeException;
import joplab.cross.asm.Type;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.ClassNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;

/** Instruments classes as they are loaded. */
final class Transformer implements ClassFileTransformer {

    /** Part of the names of hidden classes that the JDK makes for the program. */
    private static final String MADE_BY_JDK = "$$";

    /** Where the names of the agent's classes begin. */
    private static final String OWN = "joplab/cross/";

    private static final String STACK = "com/jopdesign/sys/CollectorStack";
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private final Config config;
    private final Recording recording;
    private final ClassTypes types;
    private final Lambdas lambdas = new Lambdas();
    private volatile boolean begun;

    /** Classes of the JDK that are instrumented already; null if there are none. */
    private Kept kept;

    Transformer(Config config, Recording recording, ClassTypes types) {
        this.config = config;
        this.recording = recording;
        this.types = types;
    }

    /** Takes classes of the JDK from there. */
    void take(Kept from) {
        kept = from;
    }

    /** Everything is there that the program's first class needs. */
    void begin() {
        begun = true;
    }

    /** Instruments a class and forgets it. */
    void warmUp() {
        ClassNode node = new ClassNode();
        node.visit(V11, ACC_PUBLIC, "joplab/cross/None", null, "java/lang/Object", null);
        MethodNode method = new MethodNode(ACC_STATIC, "none", "(JJ)J", null, null);
        method.visitVarInsn(LLOAD, 0);
        method.visitVarInsn(LLOAD, 2);
        method.visitInsn(LDIV);
        method.visitInsn(LRETURN);
        node.methods.add(method);
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        instrument(null, true, writer.toByteArray(), new HashSet<>());
        warmUpLambdas();
        Links links = new Links(config.instrumentation(), Links.firstFor(writer.toByteArray()));
        ClassNode ahead = new ClassNode();
        ahead.visit(V11, ACC_PUBLIC, "joplab/cross/None", null, "java/lang/Object", null);
        ahead.visitAttribute(links);
        ClassWriter other = new ClassWriter(0);
        ahead.accept(other);
        Links.isIn(other.toByteArray());
    }

    private void warmUpLambdas() {
        ClassNode node = new ClassNode();
        String[] interfaces = {"java/lang/Runnable"};
        node.visit(V11, ACC_PUBLIC, "joplab/cross/None$$Lambda", null, "java/lang/Object", interfaces);
        MethodNode run = new MethodNode(ACC_PUBLIC, "run", "()V", null, null);
        run.visitInsn(RETURN);
        node.methods.add(run);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        lambda(Transformer.class, writer.toByteArray());
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String name, Class<?> before, ProtectionDomain domain,
            byte[] bytes) {
        long context = JopProfile.suspend();
        try {
            boolean isKept = kept != null && name != null && isLibrary(module, loader);
            if (isKept && !recording.isClosed() && isCovered(module, loader, name)) {
                byte[] linked = kept.link(name, loader, recording, types);
                if (linked != null) {
                    return linked;
                }
            }
            boolean isAhead = !isLibrary(module, loader) && !(name != null && name.startsWith(OWN)) && Links.isIn(bytes);
            if (!isAhead && (name == null || recording.isClosed() || !isCovered(module, loader, name))) {
                return null;
            }
            return isAhead ? Links.link(bytes, loader, config.instrumentation(), recording, types)
                    : instrument(loader, isLibrary(module, loader), bytes, new HashSet<>());
        } catch (StackOverflowError overflow) {
            // Any call here could overflow again; at the end the class is found to be missing.
            return null;
        } catch (Throwable problem) {
            recording.leaveOut("class " + name.replace('/', '.') + ": " + reason(problem));
            return null;
        } finally {
            JopProfile.resume(context);
        }
    }

    /** Other bytes for a hidden class of the program, by the class that makes it; null where they stay as they are. */
    byte[] ofHidden(Class<?> definer, byte[] bytes) {
        ClassLoader loader = definer.getClassLoader();
        String name = null;
        try {
            name = ClassFiles.reader(bytes).getClassName();
            if (recording.isClosed() || isLibrary(definer.getModule(), loader)
                    || !isCovered(definer.getModule(), loader, name)) {
                return null;
            }
            if (Lambdas.isOne(name)) {
                return lambda(definer, bytes);
            }
            if (name.contains(MADE_BY_JDK)) {
                return null;
            }
            types.learn(name, bytes, loader);
            return Links.isIn(bytes) ? Links.link(bytes, loader, config.instrumentation(), recording, types)
                    : instrument(loader, false, bytes, new HashSet<>());
        } catch (StackOverflowError overflow) {
            return null;
        } catch (Throwable problem) {
            // What cannot even be read is the virtual machine's to refuse.
            if (name != null) {
                recording.leaveOut("class " + name.replace('/', '.') + ": hidden, " + reason(problem));
            }
            return null;
        }
    }

    /** The hidden class of a lambda, counted as the class that our linker makes in its place. */
    private byte[] lambda(Class<?> definer, byte[] bytes) {
        ClassLoader loader = definer.getClassLoader();
        ClassNode node = new ClassNode();
        ClassFiles.reader(bytes).accept(node, ClassReader.EXPAND_FRAMES);
        if (Lambdas.called(node) == null) {
            return null;
        }
        String name = lambdas.next(node.name);
        // No class file has such a name, so it is no other class's.
        String type = name + "/";
        types.learn(type, bytes, loader);
        node.nestHostClass = Type.getInternalName(definer);
        Linked linked = new Linked(node, types, loader);
        String prefix = name.replace('/', '.') + ".";
        for (MethodNode method : node.methods) {
            if (Lambdas.isCounted(node, method)) {
                new MethodInstrumenter(config, recording, types, linked, loader, node, method)
                        .instrument(prefix + method.name + method.desc, false);
            }
        }
        MethodNode constructor = Lambdas.constructor(node);
        if (constructor != null) {
            MethodNode maker = Lambdas.maker(type, constructor);
            List<AbstractInsnNode> work = Lambdas.work(maker);
            new MethodInstrumenter(config, recording, types, linked, loader, node, maker)
                    .instrument(prefix + Lambdas.makerName(node, constructor), false);
            Lambdas.join(node, constructor, maker, work, config.pricesCollections);
        }
        node.nestHostClass = null;
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        recording.cover(name.replace('/', '.'));
        return ClassFiles.withVersion(writer.toByteArray(), ClassFiles.version(bytes));
    }

    /** Lists classes of the program that were loaded and that {@link #transform} was not asked for, or could not work on. */
    void leaveOutMissed(Class<?>[] loaded) {
        for (Class<?> type : loaded) {
            ClassLoader loader = type.getClassLoader();
            String name = type.getName();
            if (loader != null && !type.isArray() && name.indexOf('/') < 0
                    && isCovered(type.getModule(), loader, name.replace('.', '/')) && !recording.knows(name)) {
                recording.leaveOut("class " + name + ": no stack was left when it was loaded");
            }
        }
    }

    /** Lists a hidden class whose bytes came by no other way. */
    void leaveOutHidden(Class<?> type) {
        // What comes behind the slash differs from run to run.
        String name = type.getName().split("/")[0];
        // Those that the JDK makes for each lambda are too many to tell.
        if (!Lambdas.isOne(name) && !recording.knows(name) && isCovered(type.getModule(), type.getClassLoader(), name.replace('.', '/'))) {
            recording.leaveOut("class " + name + ": hidden, made by Lookup.defineHiddenClass");
        }
    }

    static String reason(Throwable problem) {
        String message = problem.getMessage();
        return message == null ? problem.getClass().getSimpleName() : message.split("\n")[0];
    }

    /** Whether a class is the JDK's: its compiler and tools have the loader of programs. */
    private static boolean isLibrary(Module module, ClassLoader loader) {
        if (loader == null || loader == PLATFORM) {
            return true;
        }
        // Modules of proxies have such names, too, and are in no layer.
        String name = module == null || module.getLayer() == null ? null : module.getName();
        return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
    }

    boolean isCovered(Module module, ClassLoader loader, String name) {
        if (name.startsWith("com/jopdesign/sys/") && loader == null) {
            switch (name.substring("com/jopdesign/sys/".length())) {
                case "Native":
                case "Routines":
                case "Startup":
                case "CollectorStack":
                case "TargetHeap":
                    return false;
                default:
                    return true;
            }
        }
        if (name.startsWith(OWN) || name.startsWith("java/lang/Jop")) {
            return false;
        }
        if (isLibrary(module, loader)) {
            return config.jdk && !changesThread(name);
        }
        // Made by the JDK for its own reflection; they come and go with the number of calls.
        return !name.startsWith("jdk/internal/reflect/") && (begun || config.jdk);
    }

    /** Whether methods of a class begin in one thread and end in another: where virtual threads get a thread to run on. */
    private static boolean changesThread(String name) {
        return name.startsWith("java/lang/VirtualThread") || name.startsWith("jdk/internal/vm/Continuation");
    }

    private static String profileName(String name) {
        String library = "com/jopdesign/sys/Library";
        return (name.startsWith(library) ? "java/lang/" + name.substring(library.length()) : name).replace('/', '.');
    }

    /** Gives the heap and the collector of the routines their own view of the stack; or the heap a collector that only counts. */
    private void redirect(ClassNode node) {
        if (!node.name.equals("com/jopdesign/sys/Heap") && !node.name.equals("com/jopdesign/sys/Collector")) {
            return;
        }
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode at : method.instructions) {
                MethodInsnNode call = at instanceof MethodInsnNode ? (MethodInsnNode) at : null;
                if (call != null && call.owner.equals("com/jopdesign/sys/Native") && isOfStack(call.name)) {
                    call.owner = STACK;
                } else if (call != null && call.name.equals("collect") && call.owner.equals("com/jopdesign/sys/Collector")
                        && !config.pricesCollections) {
                    call.owner = STACK;
                    call.name = "empty";
                }
            }
        }
    }

    private static boolean isOfStack(String name) {
        switch (name) {
            case "getVP":
            case "getSP":
            case "setSP":
            case "toIntArray":
            case "int2extMem":
            case "ext2intMem":
                return true;
            default:
                return false;
        }
    }

    /** Whether a method is one for which the JVM does nothing as long as there is nothing in it. */
    private static boolean isEmptyFinalizer(MethodNode method) {
        if (!method.name.equals("finalize") || !method.desc.equals("()V")) {
            return false;
        }
        int count = 0;
        for (AbstractInsnNode at : method.instructions) {
            if (at.getOpcode() >= 0 && (at.getOpcode() != RETURN || ++count > 1)) {
                return false;
            }
        }
        return count == 1;
    }

    /** Methods in {@code left} stay as they are. */
    byte[] instrument(ClassLoader loader, boolean isLibrary, byte[] bytes, Set<String> left) {
        ClassNode node = new ClassNode();
        ClassReader reader = ClassFiles.reader(bytes);
        reader.accept(node, ClassReader.EXPAND_FRAMES);
        Linked linked = new Linked(node, types, loader);
        for (MethodNode method : node.methods) {
            String name = profileName(node.name) + "." + method.name + method.desc;
            if ((method.access & ACC_NATIVE) != 0) {
                recording.leaveOut("native " + name);
            } else if (isEmptyFinalizer(method) && !node.name.equals("java/lang/Object")) {
                recording.leaveOut("method " + name + ": with more in it, the JVM would finalize the objects");
            } else if (method.instructions.size() != 0 && !left.contains(method.name + method.desc)
                    && !name.equals("java.lang.Object.<init>()V")) {
                new MethodInstrumenter(config, recording, types, linked, loader, node, method)
                        .instrument(name, isLibrary);
            }
        }
        // With the constants at their places: where a class is there already, the JVM looks for each that is elsewhere among all.
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        recording.finish(node);
        if (loader == null) {
            redirect(node);
        }
        node.accept(writer);
        try {
            byte[] instrumented = ClassFiles.withVersion(writer.toByteArray(), ClassFiles.version(bytes));
            recording.cover(node.name.replace('/', '.'));
            return instrumented;
        } catch (MethodTooLargeException large) {
            String method = large.getMethodName() + large.getDescriptor();
            if (!left.add(method)) {
                throw large;
            }
            recording.leaveOut("method " + node.name.replace('/', '.') + "." + method + ": too large");
            return instrument(loader, isLibrary, bytes, left);
        }
    }
}
