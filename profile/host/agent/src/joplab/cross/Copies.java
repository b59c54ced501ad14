package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.List;
import joplab.cross.asm.Type;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.FrameNode;
import joplab.cross.asm.tree.IincInsnNode;
import joplab.cross.asm.tree.InsnList;
import joplab.cross.asm.tree.LocalVariableNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.VarInsnNode;

/** Copies of methods that get their context as a further argument. */
final class Copies {

    private Copies() {
    }

    /** A copy of what the program wrote, to be instrumented. */
    static MethodNode of(MethodNode method) {
        MethodNode copy = new MethodNode(ASM9, method.access & ~ACC_VARARGS | ACC_SYNTHETIC, method.name, method.desc, null,
                method.exceptions.toArray(new String[0]));
        method.accept(copy);
        copy.parameters = null;
        copy.visibleAnnotations = null;
        copy.invisibleAnnotations = null;
        copy.visibleParameterAnnotations = null;
        copy.invisibleParameterAnnotations = null;
        copy.visibleTypeAnnotations = null;
        copy.invisibleTypeAnnotations = null;
        copy.visibleLocalVariableAnnotations = null;
        copy.invisibleLocalVariableAnnotations = null;
        return copy;
    }

    /** Gives an instrumented copy its further argument, from which its local {@code context} comes. */
    static void widen(MethodNode copy, int context) {
        int from = Type.getArgumentsAndReturnSizes(copy.desc) >> 2;
        from -= (copy.access & ACC_STATIC) != 0 ? 1 : 0;
        int added = copy.name.equals("<init>") ? 3 : 2;
        for (AbstractInsnNode at : copy.instructions) {
            if (at instanceof VarInsnNode && ((VarInsnNode) at).var >= from) {
                ((VarInsnNode) at).var += added;
            } else if (at instanceof IincInsnNode && ((IincInsnNode) at).var >= from) {
                ((IincInsnNode) at).var += added;
            } else if (at instanceof FrameNode) {
                ((FrameNode) at).local = widened(((FrameNode) at).local, from, added);
            }
        }
        if (copy.localVariables != null) {
            for (LocalVariableNode local : copy.localVariables) {
                local.index += local.index >= from ? added : 0;
            }
        }
        InsnList begin = new InsnList();
        begin.add(new VarInsnNode(LLOAD, from));
        begin.add(new VarInsnNode(LSTORE, context + added));
        copy.instructions.insert(begin);
        copy.maxLocals += added;
        copy.desc = Bound.copyDescriptor(copy.name, copy.desc);
        copy.name = Bound.copyName(copy.name);
    }

    /** Locals of a frame, which has no use for the argument. */
    private static List<Object> widened(List<Object> locals, int from, int added) {
        List<Object> widened = new ArrayList<>(locals);
        int place = 0;
        for (int slot = 0; slot < from; ++place) {
            slot += locals.get(place) == LONG || locals.get(place) == DOUBLE ? 2 : 1;
        }
        for (int i = 0; i < added; ++i) {
            widened.add(place, TOP);
        }
        return widened;
    }
}
