package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.InsnList;
import joplab.cross.asm.tree.InsnNode;
import joplab.cross.asm.tree.LabelNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.TryCatchBlockNode;
import joplab.cross.asm.tree.VarInsnNode;

/**
 * Keeps the number of monitors that a thread holds, which the runtime asks for. Code takes and leaves them in pairs, so each place of a
 * method holds as many as at its begin and a number that is known; methods without monitors have nothing to do.
 */
final class Monitors {

    private static final String THROWS = "java/lang/JopThrows";

    private final MethodNode method;
    private final boolean isLocked;
    /** Behind these instructions so many are held. */
    private final Map<AbstractInsnNode, Integer> behind = new IdentityHashMap<>();
    private final List<AbstractInsnNode> returns = new ArrayList<>();
    /** Handlers of the program's, and how many are held where they begin. */
    private final Map<LabelNode, Integer> handlers = new IdentityHashMap<>();

    /** Looks at a method as it was. */
    Monitors(MethodNode method, Heights heights) {
        this.method = method;
        isLocked = (method.access & ACC_SYNCHRONIZED) != 0;
        for (AbstractInsnNode at : method.instructions.toArray()) {
            int opcode = at.getOpcode();
            if (opcode == MONITORENTER || opcode == MONITOREXIT) {
                behind.put(at, heights.locks(at) + (opcode == MONITORENTER ? 1 : -1));
            } else if (isLocked && opcode >= IRETURN && opcode <= RETURN) {
                returns.add(at);
            }
        }
        for (TryCatchBlockNode handler : method.tryCatchBlocks) {
            handlers.put(handler.handler, heights.locks(handler.handler));
        }
    }

    /** Adds what counts them, to the method as it is instrumented. */
    void follow() {
        if (!isLocked && behind.isEmpty()) {
            return;
        }
        int first = method.maxLocals++;
        Set<AbstractInsnNode> caught = new HashSet<>();
        handlers.forEach((label, held) -> caught.add(behind(label, held, first)));
        for (AbstractInsnNode at : method.instructions.toArray()) {
            if (isHook(at, "left") && !caught.contains(at)) {
                method.instructions.insert(at, set(first, 0));
            }
        }
        behind.forEach((at, held) -> method.instructions.insert(at, set(first, held)));
        returns.forEach(at -> method.instructions.insertBefore(at, set(first, 0)));
        InsnList begin = new InsnList();
        begin.add(MethodInstrumenter.hook(THROWS, "locks", "()I"));
        begin.add(new VarInsnNode(ISTORE, first));
        if (isLocked) {
            begin.add(set(first, 1));
        }
        for (AbstractInsnNode at : method.instructions.toArray()) {
            if (at instanceof MethodInsnNode && ((MethodInsnNode) at).name.startsWith("enter")) {
                // A thread that begins has its state from here on.
                method.instructions.insert(at.getNext().getOpcode() == LSTORE ? at.getNext() : at, begin);
                break;
            }
        }
    }

    /** Sets the number where a handler has its exception; gives the call that gets it. */
    private AbstractInsnNode behind(LabelNode handler, int held, int first) {
        AbstractInsnNode at = handler;
        while (!isHook(at, "caught")) {
            at = at.getNext();
        }
        method.instructions.insert(at, set(first, held));
        return at;
    }

    private static boolean isHook(AbstractInsnNode at, String name) {
        return at instanceof MethodInsnNode && ((MethodInsnNode) at).owner.equals(THROWS) && ((MethodInsnNode) at).name.equals(name);
    }

    private static InsnList set(int first, int held) {
        InsnList set = new InsnList();
        set.add(new VarInsnNode(ILOAD, first));
        set.add(MethodInstrumenter.push(held));
        set.add(new InsnNode(IADD));
        set.add(MethodInstrumenter.hook(THROWS, "lock", "(I)V"));
        return set;
    }
}
