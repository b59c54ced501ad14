package joplab.cross;

import static joplab.cross.asm.Opcodes.ACC_INTERFACE;
import static joplab.cross.asm.Opcodes.ACC_PRIVATE;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import joplab.cross.asm.tree.ClassNode;
import joplab.cross.asm.tree.MethodNode;

/**
 * The run-time types of a linked program: the memory of the routines holds its image. Behind the machine's memory lie a
 * handle for each class, and the switches.
 */
final class TargetTypes implements ClassTypes {

    private static final int HANDLE_METHODS = 1;
    private static final int HANDLE_TYPE = 3;
    private static final int HANDLE_DESCRIPTOR = 6;
    private static final int HANDLE_SIZE = 8;
    private static final int CLASS_METHODS = 5;

    private final TargetProgram program;
    /** Access of the methods of each class. Kept here, as the classes are renamed one after the other. */
    private final Map<String, Map<String, Integer>> declared = new HashMap<>();
    private final Set<String> interfaces = new HashSet<>();
    private final Map<String, Integer> handles = new HashMap<>();
    /** Words of the memory that are given out. */
    private int next;

    TargetTypes(TargetProgram program, Map<String, ClassNode> nodes) {
        this.program = program;
        nodes.forEach(this::declare);
        int scratch = program.memoryWords + 64;
        JopObjects.setScratch(scratch);
        next = scratch + program.memoryWords / HANDLE_SIZE + program.statics.size() & -HANDLE_SIZE;
        int heapEnd = program.memoryWords - program.stackWords - 1;
        JopRoutines.init(next + 65536, program.image.length, heapEnd, program.classTable, program.primitiveArrays);
        for (int i = 0; i < program.image.length; ++i) {
            JopRoutines.write(i, program.image[i]);
        }
    }

    private void declare(String name, ClassNode node) {
        Map<String, Integer> methods = new HashMap<>();
        for (MethodNode method : node.methods) {
            methods.put(method.name + method.desc, method.access);
        }
        declared.put(name, methods);
        if ((node.access & ACC_INTERFACE) != 0) {
            interfaces.add(name);
        }
    }

    @Override
    public void learn(String name, byte[] bytes, ClassLoader loader) {
        // The linked program has no hidden classes.
    }

    @Override
    public synchronized int address(Class<?> type) {
        // Routines add the size of a structure to find the handle.
        return handle(Renamer.original(type.getName())) - HANDLE_SIZE;
    }

    private int handle(String name) {
        Integer known = handles.get(name);
        if (known != null) {
            return known;
        }
        int handle = next;
        next += HANDLE_SIZE;
        handles.put(name, handle);
        if (name.startsWith("[")) {
            int code = "ZCFDBSIJ".indexOf(name.charAt(1));
            JopRoutines.write(handle + HANDLE_METHODS, Integer.MAX_VALUE);
            JopRoutines.write(handle + HANDLE_TYPE, code < 0 ? 1 : 4 + code);
            JopRoutines.write(handle + HANDLE_DESCRIPTOR, program.types.getOrDefault(name, 0));
        } else {
            JopRoutines.write(handle + HANDLE_METHODS, address(name, null) + CLASS_METHODS);
            JopRoutines.write(handle + HANDLE_TYPE, 0);
        }
        return handle;
    }

    @Override
    public int address(String name, ClassLoader loader) {
        Integer address = program.types.get(name);
        return address != null ? address : program.types.get("java/lang/Object");
    }

    @Override
    public int element(String name, ClassLoader loader) {
        return address(name, loader);
    }

    @Override
    public synchronized int addSwitch(int[] words) {
        int site = next;
        next += words.length + HANDLE_SIZE & -HANDLE_SIZE;
        JopRoutines.write(site, site << 10);
        for (int i = 0; i < words.length; ++i) {
            JopRoutines.write(site + 1 + i, words[i]);
        }
        return site;
    }

    @Override
    public boolean isPrivate(String name, String method, ClassLoader loader) {
        return (declared.getOrDefault(name, Map.of()).getOrDefault(method, 0) & ACC_PRIVATE) != 0;
    }

    @Override
    public boolean declares(String name, String method, ClassLoader loader) {
        return declared.getOrDefault(name, Map.of()).containsKey(method);
    }

    /** The first word of a class's structure. */
    @Override
    public int objectWords(String name, ClassLoader loader) {
        return JopRoutines.read(address(name, loader));
    }

    @Override
    public boolean isInterface(String name, ClassLoader loader) {
        return interfaces.contains(name);
    }
}
