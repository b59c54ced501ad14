package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.util.HashMap;
import java.util.Map;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;

/**
 * Bytecodes that meet null or an index outside of the array, on paths of the cost table of their own. A block ends with each; a
 * local has its {@link #number} while the block runs, and counts of the method have the paths that were met.
 */
final class Faults {

    /** Paths of a reference. */
    private static final String[] REFERENCE = {"null"};
    /** Paths of arrays of two words for each element. */
    private static final String[] WIDE = {"null", "index"};
    /** Paths of other arrays, in the order of {@link JopExceptions#indexPath}. */
    private static final String[] ARRAY = {"null", "index", "index-bit-22", "high-index", "high-index-inside"};

    /** Bytecodes that JOP executes at most before it takes an exception: it is two cycles late, and each takes one or more. */
    private static final int MOST_LATE = 2;

    private static final int GETFIELD_REF = 226;
    private static final int GETFIELD_LONG = 230;
    private static final int PUTFIELD_LONG = 231;

    /** Gives counts their places. */
    interface Slots {
        /** First of as many counts as there are scenarios, of a bytecode. */
        int add(int opcode, String[] scenarios);

        /** A count is of a scenario that may be noticed so late that these bytecodes are executed, or the first of them. */
        void late(int count, int opcode, String scenario, String next);

        /** Where a count lies in a context. */
        int place(int count);
    }

    private final Linked linked;
    private final MethodNode method;
    private final Slots slots;
    /** First counts, by the bytecode and those behind it. */
    private final Map<String, Integer> known = new HashMap<>();

    Faults(Linked linked, MethodNode method, Slots slots) {
        this.linked = linked;
        this.method = method;
        this.slots = slots;
    }

    /** What the local has while the block runs that ends with an instruction; 0 if it has no such paths. */
    int number(AbstractInsnNode[] code, int place) {
        int[] bytecodes = linked.bytecodes(code[place], method);
        int opcode = bytecodes[bytecodes.length - 1];
        String[] scenarios = of(opcode);
        if (scenarios == null || isOfNewObject(code[place])) {
            return 0;
        }
        String next = scenarios == ARRAY ? next(code, place) : "";
        Integer first = known.get(opcode + next);
        if (first == null) {
            first = slots.add(opcode, scenarios);
            known.put(opcode + next, first);
            for (int i = 1; !next.isEmpty() && i < scenarios.length; ++i) {
                slots.late(first + i, opcode, scenarios[i], next);
            }
        }
        return JopExceptions.fault(slots.place(first), scenarios.length);
    }

    /** The two bytecodes behind an instruction, each behind a blank: as far as they neither jump nor leave the method. */
    private String next(AbstractInsnNode[] code, int place) {
        StringBuilder next = new StringBuilder();
        int found = 0;
        for (int i = place + 1; i < code.length; ++i) {
            if (code[i].getOpcode() < 0) {
                continue;
            }
            for (int bytecode : linked.bytecodes(code[i], method)) {
                boolean leaves = bytecode >= IRETURN && bytecode <= RETURN || bytecode >= INVOKEVIRTUAL && bytecode <= INVOKEDYNAMIC;
                if (leaves || ++found > MOST_LATE) {
                    return next.toString();
                }
                next.append(' ').append(bytecode);
                if (bytecode >= IFEQ && bytecode <= LOOKUPSWITCH || bytecode == IFNULL || bytecode == IFNONNULL) {
                    return next.toString();
                }
            }
        }
        return next.toString();
    }

    private static boolean isOfNewObject(AbstractInsnNode at) {
        return at instanceof MethodInsnNode && ((MethodInsnNode) at).name.equals("<init>");
    }

    private static String[] of(int opcode) {
        switch (opcode) {
            case LALOAD: case DALOAD: case LASTORE: case DASTORE:
                return WIDE;
            case IALOAD: case FALOAD: case AALOAD: case BALOAD: case CALOAD: case SALOAD:
            case IASTORE: case FASTORE: case BASTORE: case CASTORE: case SASTORE:
                return ARRAY;
            case GETFIELD: case PUTFIELD: case GETFIELD_REF: case GETFIELD_LONG: case PUTFIELD_LONG:
            case INVOKEVIRTUAL: case INVOKESPECIAL: case INVOKEINTERFACE: case ARRAYLENGTH:
                return REFERENCE;
            default:
                return null;
        }
    }
}
