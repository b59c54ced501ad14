package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.FieldInsnNode;
import joplab.cross.asm.tree.LdcInsnNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.VarInsnNode;

/**
 * Methods below which no other method can begin: they call none, load and initialise no class in Java, and run no routine. What
 * the JVM's own loader looks for begins no method.
 */
final class Leaf {

    private Leaf() {
    }

    static boolean is(MethodNode method, String owner, boolean isOfJvm, Config config) {
        if (!method.tryCatchBlocks.isEmpty()) {
            return false;
        }
        for (AbstractInsnNode at : method.instructions) {
            if (at.getOpcode() >= 0 && !isLeaf(at, owner, isOfJvm, config)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether more may come to such a method than its end: an exception, or a lookup of the constructor of Object. {@code this},
     * where nothing else is stored there, is not null.
     */
    static boolean meetsMore(MethodNode method) {
        boolean hasThis = (method.access & ACC_STATIC) == 0;
        for (AbstractInsnNode at : method.instructions) {
            hasThis &= !(at instanceof VarInsnNode && at.getOpcode() == ASTORE && ((VarInsnNode) at).var == 0);
        }
        for (AbstractInsnNode at : method.instructions) {
            boolean isOfThis = hasThis && at.getOpcode() == GETFIELD && isThis(at.getPrevious());
            if (at.getOpcode() == ATHROW || MethodInstrumenter.mayThrow(at.getOpcode()) && !isOfThis
                    && at.getOpcode() != GETSTATIC && at.getOpcode() != PUTSTATIC) {
                return true;
            }
        }
        return (method.access & ACC_SYNCHRONIZED) != 0;
    }

    private static boolean isThis(AbstractInsnNode at) {
        return at != null && at.getOpcode() == ALOAD && ((VarInsnNode) at).var == 0;
    }

    /** Whether no other method can begin at an instruction, and nothing looks for the thread's context. */
    static boolean isAlone(AbstractInsnNode at, String owner, boolean isOfJvm, Config config) {
        return at.getOpcode() < 0 || isLeaf(at, owner, isOfJvm, config);
    }

    private static boolean isLeaf(AbstractInsnNode at, String owner, boolean isOfJvm, Config config) {
        int opcode = at.getOpcode();
        switch (opcode) {
            case INVOKESPECIAL: {
                MethodInsnNode call = (MethodInsnNode) at;
                return call.owner.equals("java/lang/Object") && call.name.equals("<init>");
            }
            case INVOKEVIRTUAL: case INVOKESTATIC: case INVOKEINTERFACE: case INVOKEDYNAMIC:
            case NEW:
                return false;
            case ANEWARRAY: case MULTIANEWARRAY: case CHECKCAST: case INSTANCEOF:
                return isOfJvm && !config.routines[opcode];
            case GETSTATIC: case PUTSTATIC: {
                FieldInsnNode field = (FieldInsnNode) at;
                return field.owner.equals(owner) && !config.routines[Linked.field(opcode, field.desc)];
            }
            case PUTFIELD:
                return !config.routines[Linked.field(opcode, ((FieldInsnNode) at).desc)];
            case LDC: {
                Object constant = ((LdcInsnNode) at).cst;
                return constant instanceof Number || constant instanceof String;
            }
            default:
                return !config.routines[opcode];
        }
    }
}
