package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import joplab.cross.asm.Type;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.ClassNode;
import joplab.cross.asm.tree.FieldInsnNode;
import joplab.cross.asm.tree.InsnList;
import joplab.cross.asm.tree.InsnNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.TypeInsnNode;
import joplab.cross.asm.tree.VarInsnNode;

/**
 * Hidden classes of lambdas and method references, counted as the classes that our linker makes for them (crate jopizer).
 *
 * <pre>
 *   host   constructor with the captured values              method of the interface
 *   JOP    static method that allocates and fills the object   the same
 * </pre>
 *
 * So the constructor calls a static method that is counted as that of JOP, and that makes nothing. An object that captures nothing
 * is made before {@code main} on JOP. Classes have numbers in the order in which they are made; the linker's are those of its own order.
 */
final class Lambdas {

    private static final String MARK = "$$Lambda";
    private static final String MAKE = "jop$make";

    /** Lambdas of each class so far. */
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Whether a class is one of a lambda, by its name. */
    static boolean isOne(String name) {
        return name.contains(MARK);
    }

    /** The name on JOP of another lambda of a class. */
    synchronized String next(String name) {
        String owner = name.substring(0, name.indexOf(MARK));
        int number = numbers.getOrDefault(owner, 0) + 1;
        numbers.put(owner, number);
        return owner + MARK + "$" + number;
    }

    /** The method of the interface; null if there is none. */
    static MethodNode called(ClassNode node) {
        for (MethodNode method : node.methods) {
            if ((method.access & ACC_STATIC) == 0 && !method.name.equals("<init>") && !method.name.equals("writeReplace")) {
                return method;
            }
        }
        return null;
    }

    /** Whether a method is counted as it is: under one of the types of the interface's method. */
    static boolean isCounted(ClassNode node, MethodNode method) {
        MethodNode called = called(node);
        return called != null && method.name.equals(called.name) && (method.access & ACC_STATIC) == 0;
    }

    /** The constructor; null if nothing is captured. */
    static MethodNode constructor(ClassNode node) {
        for (MethodNode method : node.methods) {
            if (method.name.equals("<init>") && !method.desc.equals("()V")) {
                return method;
            }
        }
        return null;
    }

    /** Name and types on JOP of the method that makes an object. */
    static String makerName(ClassNode node, MethodNode constructor) {
        String interfaceName = node.interfaces.isEmpty() ? "java/lang/Object" : node.interfaces.get(0);
        return called(node).name + "$make" + constructor.desc.replace(")V", ")L" + interfaceName + ";");
    }

    /** That method as the linker writes it for a class of this name, with one more argument, the object. */
    static MethodNode maker(String name, MethodNode constructor) {
        String types = constructor.desc.replace(")V", "Ljava/lang/Object;)Ljava/lang/Object;");
        MethodNode maker = new MethodNode(ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, MAKE, types, null, null);
        maker.visitTypeInsn(NEW, name);
        int local = 0;
        int number = 0;
        for (Type type : Type.getArgumentTypes(constructor.desc)) {
            maker.visitInsn(DUP);
            maker.visitVarInsn(type.getOpcode(ILOAD), local);
            maker.visitFieldInsn(PUTFIELD, name, "captured" + number++, type.getDescriptor());
            local += type.getSize();
        }
        maker.visitInsn(ARETURN);
        maker.maxLocals = local + 1;
        return maker;
    }

    /** The instructions of a maker, before it is instrumented. */
    static List<AbstractInsnNode> work(MethodNode maker) {
        List<AbstractInsnNode> work = new ArrayList<>();
        for (AbstractInsnNode at : maker.instructions) {
            work.add(at);
        }
        return work;
    }

    /** Takes the work out of a maker that is instrumented, and has the constructor call it. */
    static void join(ClassNode node, MethodNode constructor, MethodNode maker, List<AbstractInsnNode> work, boolean hasHeap) {
        for (AbstractInsnNode at : work) {
            if (at instanceof TypeInsnNode) {
                maker.instructions.set(at, new InsnNode(ACONST_NULL));
            } else if (at instanceof FieldInsnNode) {
                if (Type.getType(((FieldInsnNode) at).desc).getSize() == 2) {
                    maker.instructions.insertBefore(at, new InsnNode(POP2));
                    maker.instructions.set(at, new InsnNode(POP));
                } else {
                    maker.instructions.set(at, new InsnNode(POP2));
                }
            }
        }
        if (hasHeap) {
            keep(maker, Type.getArgumentsAndReturnSizes(maker.desc) / 4 - 2);
        }
        node.methods.add(maker);
        InsnList call = new InsnList();
        int local = 1;
        for (Type type : Type.getArgumentTypes(constructor.desc)) {
            call.add(new VarInsnNode(type.getOpcode(ILOAD), local));
            local += type.getSize();
        }
        call.add(new VarInsnNode(ALOAD, 0));
        call.add(new MethodInsnNode(INVOKESTATIC, node.name, maker.name, maker.desc, false));
        call.add(new InsnNode(POP));
        for (AbstractInsnNode at : constructor.instructions.toArray()) {
            if (at.getOpcode() == RETURN) {
                constructor.instructions.insertBefore(at, call);
                return;
            }
        }
    }

    /** What the heap of the routines has allocated is the object: before the maker is left. */
    private static void keep(MethodNode maker, int object) {
        InsnList made = new InsnList();
        made.add(new VarInsnNode(ALOAD, object));
        made.add(MethodInstrumenter.hook("java/lang/JopRoutines", "madeArray", "(Ljava/lang/Object;)V"));
        AbstractInsnNode at = maker.instructions.getFirst();
        while (at.getOpcode() != INVOKESTATIC || !((MethodInsnNode) at).name.equals("make")) {
            at = at.getNext();
            if (at == null) {
                return;
            }
        }
        maker.instructions.insert(at, made);
    }
}
