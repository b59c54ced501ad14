package joplab.cross;

import java.util.HashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Set;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.ClassNode;
import joplab.cross.asm.tree.FieldInsnNode;
import joplab.cross.asm.tree.FieldNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.MultiANewArrayInsnNode;
import joplab.cross.asm.tree.TryCatchBlockNode;
import joplab.cross.asm.tree.TypeInsnNode;

/**
 * Names under which our library lies beside the host's: {@code java/util/List} is {@code jop/java/util/List}.
 *
 * <p>{@code java/lang/Object} keeps its name as a type, since arrays have no other superclass; as a superclass and in
 * {@code new} it is ours.
 */
final class Renamer {

    static final String OBJECT = "java/lang/Object";
    private static final String PREFIX = "jop/";

    private final Set<String> linked;
    private final Map<String, String> descriptors = new HashMap<>();

    Renamer(Set<String> linked) {
        this.linked = linked;
    }

    /** Whether a class is the library's, and not the application's. */
    static boolean isLibrary(String name) {
        return name.startsWith("java/") || name.startsWith("com/jopdesign/sys/");
    }

    /** The internal name that a class of the running program, or an array of it, has on JOP. */
    static String original(String running) {
        String name = running.replace('.', '/');
        int start = name.startsWith("[") ? name.lastIndexOf('[') + 2 : 0;
        return name.startsWith(PREFIX, start)
                ? name.substring(0, start) + name.substring(start + PREFIX.length()) : name;
    }

    /** A class as a superclass, as what is made, or as the owner of a member. */
    String owner(String name) {
        return name.equals(OBJECT) ? PREFIX + OBJECT : type(name);
    }

    /** A class, or an array by its descriptor, as the type of something. */
    String type(String name) {
        if (name == null || name.startsWith("[")) {
            return name == null ? null : descriptor(name);
        }
        return isLibrary(name) && linked.contains(name) && !name.equals(OBJECT) ? PREFIX + name : name;
    }

    /** The type of a field or of a method. */
    String descriptor(String descriptor) {
        return descriptors.computeIfAbsent(descriptor, this::rename);
    }

    private String rename(String descriptor) {
        StringBuilder to = new StringBuilder();
        for (int i = 0; i < descriptor.length(); ++i) {
            char c = descriptor.charAt(i);
            to.append(c);
            if (c == 'L') {
                int end = descriptor.indexOf(';', i);
                to.append(type(descriptor.substring(i + 1, end)));
                i = end - 1;
            }
        }
        return to.toString();
    }

    /** Renames everything in a class that code does not hold. */
    void renameHead(ClassNode node) {
        node.name = owner(node.name);
        // The host's exceptions are what its handlers know; its Object has no superclass.
        node.superName = node.superName == null ? OBJECT
                : node.name.equals(PREFIX + "java/lang/Throwable") ? "java/lang/Throwable" : owner(node.superName);
        if ((node.access & joplab.cross.asm.Opcodes.ACC_INTERFACE) != 0) {
            node.superName = OBJECT;
        }
        renameAll(node.interfaces);
        node.nestHostClass = node.nestHostClass == null ? null : owner(node.nestHostClass);
        renameAll(node.nestMembers);
        boolean isTask = node.name.equals(PREFIX + Hosting.TASK);
        for (FieldNode field : node.fields) {
            field.desc = descriptor(field.desc);
            if (isTask && (field.access & joplab.cross.asm.Opcodes.ACC_FINAL) == 0) {
                // On JOP a switch of threads orders memory; on the host other processors look at them.
                field.access |= joplab.cross.asm.Opcodes.ACC_VOLATILE;
            }
        }
        for (MethodNode method : node.methods) {
            method.desc = descriptor(method.desc);
        }
    }

    private void renameAll(List<String> names) {
        if (names != null) {
            for (ListIterator<String> at = names.listIterator(); at.hasNext();) {
                at.set(owner(at.next()));
            }
        }
    }

    /** Renames what code names. */
    void renameCode(MethodNode method) {
        for (AbstractInsnNode at : method.instructions) {
            if (at instanceof TypeInsnNode) {
                TypeInsnNode type = (TypeInsnNode) at;
                type.desc = type.getOpcode() == joplab.cross.asm.Opcodes.NEW ? owner(type.desc) : type(type.desc);
            } else if (at instanceof FieldInsnNode) {
                FieldInsnNode field = (FieldInsnNode) at;
                field.owner = type(field.owner);
                field.desc = descriptor(field.desc);
            } else if (at instanceof MethodInsnNode) {
                MethodInsnNode call = (MethodInsnNode) at;
                if (call.owner.startsWith("java/lang/Jop")) {
                    // What was added to count knows the host's types.
                    continue;
                }
                call.owner = type(call.owner);
                call.desc = descriptor(call.desc);
            } else if (at instanceof MultiANewArrayInsnNode) {
                MultiANewArrayInsnNode array = (MultiANewArrayInsnNode) at;
                array.desc = descriptor(array.desc);
            }
        }
        for (TryCatchBlockNode handler : method.tryCatchBlocks) {
            handler.type = type(handler.type);
        }
    }
}
