package joplab.cross;

import static joplab.cross.asm.Opcodes.ACC_SYNCHRONIZED;
import static joplab.cross.asm.Opcodes.ALOAD;

import java.util.Map;
import joplab.cross.asm.Type;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.InvokeDynamicInsnNode;
import joplab.cross.asm.tree.LabelNode;
import joplab.cross.asm.tree.LineNumberNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.VarInsnNode;

/**
 * Where the instructions of a method lie in its linked code. The class that the host runs has that in place of line numbers, so that a
 * stack trace tells it and the program runs as fast as without.
 */
final class Places {

    private Places() {
    }

    /** Removes the lines of the source. */
    static void clear(MethodNode method) {
        for (AbstractInsnNode at : method.instructions.toArray()) {
            if (at instanceof LineNumberNode) {
                method.instructions.remove(at);
            }
        }
    }

    /** Gives each instruction its place, from 1 on, as its line; tells what frames of the method look like. */
    static JopShape mark(Linked linked, MethodNode method, Heights heights, int structure) {
        Map<AbstractInsnNode, Integer> places = linked.places(method);
        JopShape shape = new JopShape(structure, linked.words(method) * 4 + 4);
        for (Map.Entry<AbstractInsnNode, Integer> each : places.entrySet()) {
            describe(shape, heights, each.getKey(), each.getValue(), linked.length(each.getKey(), each.getValue(),
                    (method.access & ACC_SYNCHRONIZED) != 0));
        }
        places.forEach((at, pc) -> {
            LabelNode label = new LabelNode();
            method.instructions.insertBefore(at, label);
            method.instructions.insertBefore(at, new LineNumberNode(pc + 1, label));
        });
        return shape;
    }

    private static void describe(JopShape shape, Heights heights, AbstractInsnNode at, int pc, int length) {
        boolean calls = at instanceof MethodInsnNode || at instanceof InvokeDynamicInsnNode;
        shape.calls[pc] = (char) (calls ? pc + length : pc + 1);
        shape.ends[pc] = (char) (pc + length);
        shape.below[pc] = (char) (heights.words(at) - Heights.popped(at));
        shape.behind[pc] = (char) (heights.words(at) + Heights.change(at));
        shape.passesThis[pc] = passesThis(at);
    }

    /** Whether an instruction calls another constructor of its own object, or what fills its trace in. */
    private static boolean passesThis(AbstractInsnNode at) {
        if (!(at instanceof MethodInsnNode)) {
            return false;
        }
        MethodInsnNode call = (MethodInsnNode) at;
        if (call.name.equals("fillInStackTrace")) {
            return true;
        }
        return call.name.equals("<init>") && isOfThis(at, Type.getArgumentsAndReturnSizes(call.desc) >> 2);
    }

    /** Whether the lowest of so many words of operands is local 0: nothing jumps in between, or nobody can tell. */
    private static boolean isOfThis(AbstractInsnNode call, int words) {
        int left = words;
        for (AbstractInsnNode at = call.getPrevious(); at != null; at = at.getPrevious()) {
            if (at.getOpcode() < 0) {
                continue;
            }
            left -= Heights.change(at);
            if (left == 0) {
                return at.getOpcode() == ALOAD && ((VarInsnNode) at).var == 0;
            }
        }
        return false;
    }
}
