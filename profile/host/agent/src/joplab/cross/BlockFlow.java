package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.JumpInsnNode;
import joplab.cross.asm.tree.LabelNode;
import joplab.cross.asm.tree.LdcInsnNode;
import joplab.cross.asm.tree.LookupSwitchInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.TableSwitchInsnNode;
import joplab.cross.asm.tree.TryCatchBlockNode;

/** The flow between the blocks of a method. */
final class BlockFlow {

    private final MethodNode method;
    private final AbstractInsnNode[] code;
    private final int[] blockOf;
    private final Set<AbstractInsnNode> starts;
    private final Map<AbstractInsnNode, Integer> blockAt = new HashMap<>();
    private Flow flow;

    /** With the block of each instruction, and the instructions with which blocks start. */
    BlockFlow(MethodNode method, AbstractInsnNode[] code, int[] blockOf, Set<AbstractInsnNode> starts) {
        this.method = method;
        this.code = code;
        this.blockOf = blockOf;
        this.starts = starts;
    }

    /**
     * The flow; null if it is not known. Exceptions in a constructor are told only behind the instruction by which its object is
     * initialised; null if that is so from the start.
     */
    Flow flow(boolean isLeaf, AbstractInsnNode initialised) {
        int last = -1;
        for (int i = code.length - 1, next = -1; i >= 0; --i) {
            if (code[i].getOpcode() >= 0) {
                next = blockOf[i];
                last = Math.max(last, next);
            }
            if (code[i] instanceof LabelNode) {
                blockAt.put(code[i], next);
            }
        }
        flow = new Flow(last + 1);
        boolean isTold = initialised == null;
        AbstractInsnNode before = null;
        for (int i = 0; i < code.length; ++i) {
            AbstractInsnNode at = code[i];
            int opcode = at.getOpcode();
            if (opcode == JSR || opcode == RET) {
                return null;
            }
            if (opcode < 0) {
                continue;
            }
            if (starts.contains(at) && before != null && !ends(before.getOpcode())) {
                flow.edge(blockOf[i] - 1, blockOf[i]);
            }
            instruction(at, blockOf[i], isTold, isLeaf);
            isTold |= at == initialised;
            before = at;
        }
        for (TryCatchBlockNode handler : method.tryCatchBlocks) {
            if (blockAt.get(handler.handler) >= 0) {
                flow.handles(blockAt.get(handler.handler));
            }
        }
        flow.solve();
        return flow;
    }

    private static boolean ends(int opcode) {
        return opcode == GOTO || opcode == ATHROW || opcode == TABLESWITCH || opcode == LOOKUPSWITCH
                || opcode >= IRETURN && opcode <= RETURN;
    }

    private void instruction(AbstractInsnNode at, int block, boolean isTold, boolean isLeaf) {
        int opcode = at.getOpcode();
        if (opcode == ATHROW || opcode >= IRETURN && opcode <= RETURN) {
            flow.leaves(block);
        } else if (at instanceof JumpInsnNode) {
            jump(block, ((JumpInsnNode) at).label);
        } else if (at instanceof TableSwitchInsnNode) {
            jump(block, ((TableSwitchInsnNode) at).dflt);
            for (LabelNode label : ((TableSwitchInsnNode) at).labels) {
                jump(block, label);
            }
        } else if (at instanceof LookupSwitchInsnNode) {
            jump(block, ((LookupSwitchInsnNode) at).dflt);
            for (LabelNode label : ((LookupSwitchInsnNode) at).labels) {
                jump(block, label);
            }
        }
        if (MethodInstrumenter.mayThrow(opcode) || isResolved(at)) {
            flow.mayThrow(block, isTold && (isLeaf || !mayCall(opcode)));
        }
    }

    private void jump(int block, LabelNode to) {
        flow.edge(block, blockAt.get(to));
    }

    /** Whether a constant is one that is looked for when it is first used. */
    private static boolean isResolved(AbstractInsnNode at) {
        return at instanceof LdcInsnNode && !(((LdcInsnNode) at).cst instanceof Number)
                && !(((LdcInsnNode) at).cst instanceof String);
    }

    /** Whether other code may run below, at whose end the block may never come. */
    private static boolean mayCall(int opcode) {
        return opcode >= INVOKEVIRTUAL && opcode <= NEW || opcode == ANEWARRAY || opcode == MULTIANEWARRAY
                || opcode == GETSTATIC || opcode == PUTSTATIC || opcode == LDC || opcode == MONITORENTER
                || opcode == CHECKCAST || opcode == INSTANCEOF;
    }
}
