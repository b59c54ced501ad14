package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.FieldInsnNode;
import joplab.cross.asm.tree.LdcInsnNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;

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
