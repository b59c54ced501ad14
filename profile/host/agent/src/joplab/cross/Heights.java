package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import joplab.cross.asm.Type;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.FieldInsnNode;
import joplab.cross.asm.tree.InsnList;
import joplab.cross.asm.tree.InvokeDynamicInsnNode;
import joplab.cross.asm.tree.JumpInsnNode;
import joplab.cross.asm.tree.LabelNode;
import joplab.cross.asm.tree.LdcInsnNode;
import joplab.cross.asm.tree.LookupSwitchInsnNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.MultiANewArrayInsnNode;
import joplab.cross.asm.tree.TableSwitchInsnNode;
import joplab.cross.asm.tree.TryCatchBlockNode;

/** Words of operands, and monitors that are held, before each instruction of a method. */
final class Heights {

    /** Words that opcodes up to 201 push, less those that they pop, from E for none; those with operand types have their own rule. */
    private static final String CHANGES = "EFFFFFFFFGGFFFGGFFFEEFGFGFEEEEEEEEEEEEEEEEEEEEDEDEDDDDDCDCDEEEEEEEEEEEEEEEEEEEEBABABBBBDCFFFGGGEDCDCDCDCDCDCDCDCDCDC"
            + "EEEEDDDDDDDCDCDCEFEFDDEEFFDEDEEEBDDBBDDDDDDCCCCCCCCEFEDDDCDCDEEEEEEEEEEFEEEEEEDDEEDDEE";

    private static final int UNKNOWN = -1;

    private final InsnList code;
    private final Map<AbstractInsnNode, Integer> places = new IdentityHashMap<>();
    /** By place in the code; -1 where it is not reached. */
    private final int[] words;
    private final int[] locks;
    private final Deque<Integer> waiting = new ArrayDeque<>();

    Heights(MethodNode method) {
        code = method.instructions;
        for (AbstractInsnNode at : code.toArray()) {
            places.put(at, places.size());
        }
        words = new int[code.size()];
        locks = new int[code.size()];
        Arrays.fill(words, UNKNOWN);
        boolean isLocked = (method.access & ACC_SYNCHRONIZED) != 0;
        reach(0, 0, isLocked ? 1 : 0);
        follow();
        // Handlers last: at most as many monitors are held there as where the ranges begin.
        for (TryCatchBlockNode handler : method.tryCatchBlocks) {
            int from = code.indexOf(handler.start);
            reach(code.indexOf(handler.handler), 1, words[from] == UNKNOWN ? isLocked ? 1 : 0 : locks[from]);
            follow();
        }
    }

    /** Operand words before an instruction of the method as it was. */
    int words(AbstractInsnNode at) {
        return Math.max(0, words[places.get(at)]);
    }

    /** Monitors held before an instruction of the method as it was. */
    int locks(AbstractInsnNode at) {
        return locks[places.get(at)];
    }

    private void reach(int place, int height, int held) {
        if (place < words.length && words[place] == UNKNOWN) {
            words[place] = height;
            locks[place] = held;
            waiting.push(place);
        }
    }

    private void follow() {
        while (!waiting.isEmpty()) {
            int place = waiting.pop();
            AbstractInsnNode at = code.get(place);
            int opcode = at.getOpcode();
            int height = words[place] + change(at);
            int held = locks[place] + (opcode == MONITORENTER ? 1 : opcode == MONITOREXIT ? -1 : 0);
            for (LabelNode target : targets(at)) {
                reach(code.indexOf(target), opcode == JSR ? height + 1 : height, held);
            }
            boolean ends = opcode == GOTO || opcode == TABLESWITCH || opcode == LOOKUPSWITCH || opcode == ATHROW
                    || opcode >= IRETURN && opcode <= RETURN || opcode == RET;
            if (!ends) {
                reach(place + 1, height, held);
            }
        }
    }

    /** Where an instruction may go to besides the next one. */
    static List<LabelNode> targets(AbstractInsnNode at) {
        List<LabelNode> targets = new ArrayList<>();
        if (at instanceof JumpInsnNode) {
            targets.add(((JumpInsnNode) at).label);
        } else if (at instanceof TableSwitchInsnNode) {
            targets.add(((TableSwitchInsnNode) at).dflt);
            targets.addAll(((TableSwitchInsnNode) at).labels);
        } else if (at instanceof LookupSwitchInsnNode) {
            targets.add(((LookupSwitchInsnNode) at).dflt);
            targets.addAll(((LookupSwitchInsnNode) at).labels);
        }
        return targets;
    }

    /** Words that an instruction pushes, less those that it pops. */
    static int change(AbstractInsnNode at) {
        int opcode = at.getOpcode();
        if (opcode < 0) {
            return 0;
        }
        if (at instanceof MethodInsnNode) {
            return called(((MethodInsnNode) at).desc, opcode == INVOKESTATIC);
        }
        if (at instanceof InvokeDynamicInsnNode) {
            return called(((InvokeDynamicInsnNode) at).desc, true);
        }
        if (at instanceof FieldInsnNode) {
            int size = Type.getType(((FieldInsnNode) at).desc).getSize();
            return opcode == GETSTATIC ? size : opcode == PUTSTATIC ? -size : opcode == GETFIELD ? size - 1 : -size - 1;
        }
        if (at instanceof LdcInsnNode) {
            Object constant = ((LdcInsnNode) at).cst;
            return constant instanceof Long || constant instanceof Double ? 2 : 1;
        }
        if (at instanceof MultiANewArrayInsnNode) {
            return 1 - ((MultiANewArrayInsnNode) at).dims;
        }
        return CHANGES.charAt(opcode) - 'E';
    }

    private static int called(String descriptor, boolean isStatic) {
        return Type.getReturnType(descriptor).getSize() - arguments(descriptor, isStatic);
    }

    private static int arguments(String descriptor, boolean isStatic) {
        return (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - (isStatic ? 1 : 0);
    }

    /** Words that what an instruction calls takes as arguments. */
    static int popped(AbstractInsnNode at) {
        int opcode = at.getOpcode();
        if (at instanceof MethodInsnNode) {
            return arguments(((MethodInsnNode) at).desc, opcode == INVOKESTATIC);
        }
        if (at instanceof InvokeDynamicInsnNode) {
            return arguments(((InvokeDynamicInsnNode) at).desc, true);
        }
        switch (opcode) {
            case LDIV: case LREM: case LMUL:
                return 4;
            case AASTORE:
                return 3;
            case IDIV: case IREM:
                return 2;
            case CHECKCAST: case INSTANCEOF: case NEWARRAY: case ANEWARRAY: case ATHROW:
                return 1;
            default:
                return 0;
        }
    }
}
