package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.util.ArrayDeque;
import java.util.Deque;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.InsnList;
import joplab.cross.asm.tree.InsnNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.TypeInsnNode;
import joplab.cross.asm.tree.VarInsnNode;

/** Tells the heap of the routines which object belongs to what a method has allocated: behind its constructor, an array at once. */
final class Objects {

    private static final String ROUTINES = "java/lang/JopRoutines";

    private final MethodNode method;
    /** Local with the context. */
    private final int context;

    Objects(MethodNode method, int context) {
        this.method = method;
        this.context = context;
    }

    /** Follows what the instructions of the method make. */
    void follow(AbstractInsnNode[] code) {
        // Constructors are called in the order opposite to that of allocations.
        Deque<Integer> made = new ArrayDeque<>();
        for (int i = 0; i < code.length; ++i) {
            AbstractInsnNode at = code[i];
            switch (at.getOpcode()) {
                case NEW:
                    made.push(i);
                    break;
                case NEWARRAY:
                case ANEWARRAY: {
                    InsnList array = new InsnList();
                    array.add(new InsnNode(DUP));
                    array.add(MethodInstrumenter.hook(ROUTINES, "madeArray", "(Ljava/lang/Object;)V"));
                    method.instructions.insert(at, array);
                    break;
                }
                case INVOKESPECIAL: {
                    MethodInsnNode call = (MethodInsnNode) at;
                    if (call.name.equals("<init>") && !made.isEmpty()
                            && ((TypeInsnNode) code[made.peek()]).desc.equals(call.owner)) {
                        constructed(call, isKept(code, made.pop()));
                    }
                    break;
                }
                default:
                    break;
            }
        }
    }

    /** Whether a copy of the reference is below the arguments of the constructor; {@code code} is without what was inserted. */
    private static boolean isKept(AbstractInsnNode[] code, int made) {
        int next = made + 1;
        while (next < code.length && code[next].getOpcode() < 0) {
            ++next;
        }
        return next < code.length && code[next].getOpcode() == DUP;
    }

    private void constructed(MethodInsnNode call, boolean isKept) {
        InsnList made = new InsnList();
        if (isKept) {
            made.add(new InsnNode(DUP));
        }
        made.add(new VarInsnNode(LLOAD, context));
        made.add(MethodInstrumenter.hook(ROUTINES, isKept ? "made" : "dropped", isKept ? "(Ljava/lang/Object;J)V" : "(J)V"));
        method.instructions.insert(call, made);
    }
}
