package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import joplab.cross.asm.ClassReader;
import joplab.cross.asm.ClassWriter;
import joplab.cross.asm.MethodTooLargeException;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.ClassNode;
import joplab.cross.asm.tree.FieldNode;
import joplab.cross.asm.tree.FrameNode;
import joplab.cross.asm.tree.MethodNode;

/**
 * A program that runs on our library: all its linked classes, instrumented under the names that they have on JOP, then
 * renamed so that the host's library can stand beside them, in a jar for the loader of the JDK. That loader asks for no
 * frames.
 */
final class Target {

    /** Behind the names of methods of Object that take the object as an argument: arrays and exceptions have no others. */
    static final String STATIC = "$";

    private final Config config;
    private final Recording recording;
    private final TargetProgram program;
    private final Map<String, ClassNode> nodes = new LinkedHashMap<>();
    private final Map<String, String> superclasses = new HashMap<>();
    private final Renamer names;
    private final Hosting hosting;
    private final Start start = new Start();
    private final Hierarchy hierarchy;
    /** Knows the image. */
    final TargetTypes types;

    Target(Config config, Recording recording) throws IOException {
        this.config = config;
        this.recording = recording;
        program = TargetProgram.read(config.target);
        for (Map.Entry<String, byte[]> file : program.classes.entrySet()) {
            ClassNode node = parse(file.getValue());
            nodes.put(file.getKey(), node);
            superclasses.put(file.getKey(), node.superName);
        }
        nest();
        types = new TargetTypes(program, nodes);
        names = new Renamer(nodes.keySet());
        hosting = new Hosting(names, nodes, !config.runsThrows());
        hierarchy = new Hierarchy(config.binds ? nodes.values() : List.of());
    }

    /** Writes the jar; gives its name. */
    String write() throws IOException {
        String jar = config.target + ".jar";
        try (OutputStream file = Files.newOutputStream(new File(jar).toPath());
                ZipOutputStream to = new ZipOutputStream(file)) {
            to.setLevel(0);
            for (ClassNode node : new ArrayList<>(nodes.values())) {
                String name = node.name;
                byte[] bytes = instrument(node, new ArrayList<>());
                to.putNextEntry(new ZipEntry(names.owner(name) + ".class"));
                to.write(bytes);
                to.closeEntry();
            }
        }
        return jar;
    }

    /** Has the library's objects made that code names, and tells the launcher what to run. */
    void start() throws ClassNotFoundException {
        List<String> initialisers = new ArrayList<>();
        for (String name : program.initialisers) {
            initialisers.add(names.owner(name).replace('/', '.'));
        }
        Map<String, Integer> known = new LinkedHashMap<>();
        for (Map.Entry<String, Integer> type : program.types.entrySet()) {
            known.put(names.owner(type.getKey()).replace('/', '.'), type.getValue());
        }
        start.define();
        JopHost.start(names.owner(program.main).replace('/', '.'), initialisers, known, hosting.literals(),
                program.classTable, atWork(), statics(), config.stackWords);
    }

    /** Static references that the classes here have. */
    private Map<Integer, String[]> statics() {
        Map<Integer, String[]> statics = new LinkedHashMap<>();
        for (Map.Entry<Integer, String[]> each : program.statics.entrySet()) {
            String[] field = each.getValue();
            ClassNode node = nodes.get(field[0]);
            if (node != null && node.fields.stream().anyMatch(known -> known.name.equals(field[1]))) {
                statics.put(each.getKey(), new String[] {names.owner(field[0]).replace('/', '.'), field[1]});
            }
        }
        return statics;
    }

    /** Numbers of the methods that run while an exception is being made, and have it as their object. */
    private int[] atWork() {
        List<Integer> numbers = new ArrayList<>();
        recording.forEachName((number, name) -> {
            String method = name.substring(0, name.indexOf('('));
            String owner = method.substring(0, method.lastIndexOf('.')).replace('.', '/');
            if ((method.endsWith("<init>") || method.endsWith(".fillInStackTrace")) && isThrowable(owner)) {
                numbers.add(number);
            }
        });
        return numbers.stream().mapToInt(number -> number).toArray();
    }

    private boolean isThrowable(String name) {
        while (nodes.containsKey(name)) {
            if (names.owner("java/lang/Throwable").equals(names.owner(name))) {
                return true;
            }
            name = superclasses.get(name);
        }
        return false;
    }

    private static ClassNode parse(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        return node;
    }

    /** Classes within one class see each other's private methods; the first of them is the host of all. */
    private void nest() {
        Map<String, ClassNode> hosts = new LinkedHashMap<>();
        for (ClassNode node : nodes.values()) {
            int end = node.name.indexOf('$');
            String outermost = end < 0 ? node.name : node.name.substring(0, end);
            ClassNode host = hosts.putIfAbsent(outermost, node);
            if (host != null) {
                node.nestHostClass = host.name;
                if (host.nestMembers == null) {
                    host.nestMembers = new ArrayList<>();
                }
                host.nestMembers.add(node.name);
            }
        }
    }

    /** Methods in {@code left} are not counted. */
    private byte[] instrument(ClassNode node, List<String> left) {
        Linked linked = new Linked(node, types, null);
        Map<MethodNode, String> called = new LinkedHashMap<>();
        for (MethodNode method : node.methods) {
            called.put(method, node.name.replace('/', '.') + "." + method.name + method.desc);
        }
        if (node.name.equals(Renamer.OBJECT)) {
            addStatic(node, called);
        }
        String name = node.name;
        for (MethodNode method : new ArrayList<>(node.methods)) {
            // The constructor of Object is counted where it is called.
            boolean isCounted = !node.name.equals(Renamer.OBJECT) || !method.name.equals("<init>");
            if (isCounted && method.instructions.size() != 0 && !left.contains(method.name + method.desc)) {
                MethodNode copy = hierarchy.copied(name, method) == null ? null : Copies.of(method);
                instrument(linked, node, method, called.get(method), false);
                if (copy != null) {
                    instrument(linked, node, copy, called.get(method), true);
                    node.methods.add(copy);
                }
            }
        }
        host(node);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        int version = node.version;
        // From Java 7 on ASM takes the stack's size from frames, which are not there.
        node.version = V1_6;
        node.accept(writer);
        try {
            byte[] bytes = ClassFiles.withVersion(writer.toByteArray(), version);
            recording.cover(name.replace('/', '.'));
            return bytes;
        } catch (MethodTooLargeException large) {
            ClassNode again = parse(program.classes.get(name));
            again.nestHostClass = nodes.get(name).nestHostClass;
            left.add(large.getMethodName() + original(again, large));
            recording.leaveOut("method " + name.replace('/', '.') + "." + left.get(left.size() - 1) + ": too large");
            return instrument(again, left);
        }
    }

    private void instrument(Linked linked, ClassNode node, MethodNode method, String called, boolean isCopy) {
        MethodInstrumenter instrumenter = new MethodInstrumenter(config, recording, types, linked, null, node, method);
        boolean isLibrary = Renamer.isLibrary(node.name);
        int structure = program.methods.getOrDefault(node.name + called.substring(node.name.length()), 0);
        linked.readLoads(method, program.image, structure);
        if (!config.runsThrows()) {
            instrumenter.instrument(hierarchy, called, isLibrary, isCopy);
            return;
        }
        Places.clear(method);
        String written = method.name;
        Heights heights = new Heights(method);
        Monitors monitors = new Monitors(method, heights);
        JopShape shape = Places.mark(linked, method, heights, structure);
        if (!isCopy) {
            start.learn(called, shape, method, linked);
        }
        instrumenter.runThrows();
        int number = instrumenter.instrument(hierarchy, called, isLibrary, isCopy);
        monitors.follow();
        JopFrames.define(number, names.owner(node.name).replace('/', '.'), written, shape);
    }

    /** The descriptor, before it was renamed, of a method that became too large. */
    private String original(ClassNode node, MethodTooLargeException large) {
        for (MethodNode method : node.methods) {
            if (method.name.equals(large.getMethodName())
                    && names.descriptor(method.desc).equals(large.getDescriptor())) {
                return method.desc;
            }
        }
        throw large;
    }

    /** Gives Object its methods once more as static ones; the final ones, which the host's Object has, only so. */
    private static void addStatic(ClassNode node, Map<MethodNode, String> called) {
        for (MethodNode method : new ArrayList<>(node.methods)) {
            if ((method.access & ACC_STATIC) != 0 || method.name.equals("<init>")) {
                continue;
            }
            MethodNode copy = new MethodNode(ASM9, ACC_PUBLIC | ACC_STATIC, method.name + STATIC,
                    "(L" + Renamer.OBJECT + ";" + method.desc.substring(1), null, null);
            method.accept(copy);
            node.methods.add(copy);
            called.put(copy, called.get(method));
            if ((method.access & ACC_FINAL) != 0) {
                node.methods.remove(method);
            }
        }
    }

    /** Makes of a class of JOP one of the host. */
    private void host(ClassNode node) {
        node.access = node.access & ~(ACC_PRIVATE | ACC_PROTECTED) | ACC_PUBLIC;
        for (FieldNode field : node.fields) {
            field.access = field.access & ~(ACC_PRIVATE | ACC_PROTECTED | ACC_FINAL) | ACC_PUBLIC;
        }
        for (MethodNode method : node.methods) {
            if ((method.access & ACC_PRIVATE) == 0) {
                method.access = method.access & ~ACC_PROTECTED | ACC_PUBLIC;
            }
            for (AbstractInsnNode at : method.instructions.toArray()) {
                if (at instanceof FrameNode) {
                    method.instructions.remove(at);
                }
            }
        }
        if ((node.access & ACC_INTERFACE) != 0) {
            for (FieldNode field : node.fields) {
                field.access |= ACC_FINAL;
            }
        }
        String original = node.name;
        names.renameHead(node);
        for (MethodNode method : node.methods) {
            names.renameCode(method);
            hosting.host(original, method);
        }
        hosting.complete(original, node);
    }
}
