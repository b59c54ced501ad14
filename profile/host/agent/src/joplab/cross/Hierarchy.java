package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import joplab.cross.asm.Type;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.ClassNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;

/** Which calls of a program that is given whole have one target: of static methods, of constructors, of what nobody overrides. */
final class Hierarchy {

    private static final String STACK_WALKER = "com/jopdesign/sys/StackWalker";

    /** Longer methods are not copied: the virtual machine compiles none that takes 8000 bytes, and refuses 64 KB. */
    private static final int MOST_INSTRUCTIONS = 1500;

    /** Words of arguments that a method may have besides those of a copy. */
    private static final int MOST_ARGUMENTS = 250;

    private final Map<String, String> superclasses = new HashMap<>();
    private final Map<String, List<String>> subclasses = new HashMap<>();
    private final Set<String> interfaces = new HashSet<>();
    private final Set<String> finals = new HashSet<>();
    /** Access of the methods of each class by name and descriptor. Kept here, as classes are renamed. */
    private final Map<String, Map<String, Integer>> declared = new HashMap<>();
    /** What may be copied, and what is, by owner, name and descriptor. */
    private final Set<String> candidates = new HashSet<>();
    private final Map<String, Bound> bound = new HashMap<>();

    /** Nothing is bound without classes. */
    Hierarchy(Collection<ClassNode> classes) {
        for (ClassNode node : classes) {
            learn(node);
        }
        for (ClassNode node : classes) {
            for (MethodNode method : node.methods) {
                for (AbstractInsnNode at : method.instructions) {
                    String target = at instanceof MethodInsnNode ? target(node.name, (MethodInsnNode) at) : null;
                    if (target != null) {
                        bound.computeIfAbsent(target, Hierarchy::bound);
                    }
                }
            }
        }
    }

    private static Bound bound(String target) {
        int end = target.indexOf('(');
        return new Bound(target.substring(0, end).replace('/', '.') + target.substring(end));
    }

    private void learn(ClassNode node) {
        superclasses.put(node.name, node.superName);
        subclasses.computeIfAbsent(node.superName, none -> new ArrayList<>()).add(node.name);
        if ((node.access & ACC_INTERFACE) != 0) {
            interfaces.add(node.name);
        }
        if ((node.access & ACC_FINAL) != 0) {
            finals.add(node.name);
        }
        Map<String, Integer> methods = new HashMap<>();
        for (MethodNode method : node.methods) {
            methods.put(method.name + method.desc, method.access);
            boolean isSmall = method.instructions.size() <= MOST_INSTRUCTIONS
                    && Type.getArgumentsAndReturnSizes(method.desc) >> 2 <= MOST_ARGUMENTS;
            if (method.instructions.size() != 0 && isSmall && !isKnownByName(node.name, method.name)) {
                candidates.add(node.name + "." + method.name + method.desc);
            }
        }
        declared.put(node.name, methods);
    }

    /** Methods that the host treats by their names, or that it has itself, and those that look for the calls that led to them. */
    private static boolean isKnownByName(String owner, String name) {
        return owner.equals(Renamer.OBJECT) || owner.equals(STACK_WALKER) || name.equals("clone") || name.equals("<clinit>") || name.contains("StackTrace")
                || name.equals("f_athrow")
                || Hosting.isHosted(owner, name);
    }

    /** The bound target of a call in a class; null if there is none. */
    Bound of(String caller, MethodInsnNode call) {
        String target = target(caller, call);
        return target == null ? null : bound.get(target);
    }

    /** What is known of a method that is called with its context somewhere; null if it is not. */
    Bound copied(String owner, MethodNode method) {
        return bound.get(owner + "." + method.name + method.desc);
    }

    private String target(String caller, MethodInsnNode call) {
        if (call.getOpcode() == INVOKEINTERFACE || call.itf || !declared.containsKey(call.owner)) {
            return null;
        }
        String key = call.name + call.desc;
        String owner = call.owner;
        while (owner != null && !(declared.containsKey(owner) && declared.get(owner).containsKey(key))) {
            owner = call.name.equals("<init>") ? null : superclasses.get(owner);
        }
        if (owner == null || interfaces.contains(owner) || !candidates.contains(owner + "." + key)) {
            return null;
        }
        int access = declared.get(owner).get(key);
        boolean isStatic = (access & ACC_STATIC) != 0;
        boolean isPrivate = (access & ACC_PRIVATE) != 0;
        if (isStatic != (call.getOpcode() == INVOKESTATIC)) {
            return null;
        }
        boolean isOne;
        if (call.getOpcode() == INVOKEVIRTUAL) {
            isOne = isPrivate ? owner.equals(call.owner) : (access & ACC_FINAL) != 0 || !isOverridden(call.owner, key);
        } else {
            isOne = isStatic || call.name.equals("<init>") || !isPrivate || owner.equals(caller);
        }
        return isOne ? owner + "." + key : null;
    }

    /** Whether a class below declares such a method, whatever its access. */
    private boolean isOverridden(String owner, String key) {
        if (finals.contains(owner)) {
            return false;
        }
        for (String below : subclasses.getOrDefault(owner, List.of())) {
            if (declared.get(below).containsKey(key) || isOverridden(below, key)) {
                return true;
            }
        }
        return false;
    }
}
