package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.FieldInsnNode;
import joplab.cross.asm.tree.InsnList;
import joplab.cross.asm.tree.InsnNode;
import joplab.cross.asm.tree.IntInsnNode;
import joplab.cross.asm.tree.LookupSwitchInsnNode;
import joplab.cross.asm.tree.MultiANewArrayInsnNode;
import joplab.cross.asm.tree.TableSwitchInsnNode;
import joplab.cross.asm.tree.TypeInsnNode;
import joplab.cross.asm.tree.VarInsnNode;

/**
 * Counts what the cost of a bytecode in Java depends on, before or after it. Features that the code alone tells need no code:
 * they are the count of the block, times a number.
 */
final class Features {

    private static final String MODEL = "java/lang/JopModel";

    /** Where features are counted. */
    interface Slots {
        /** First of a number of counts that the method has for an opcode. */
        int of(int opcode, int number);

        /** Counts a feature {@code times} for each run of the block. */
        void perBlock(int opcode, int feature, int times);
    }

    private final ClassTypes types;
    private final ClassLoader loader;
    private final Slots slots;
    /** Local with the context; behind three others, six are for operands. */
    private final int context;
    private final InsnList code = new InsnList();

    Features(ClassTypes types, ClassLoader loader, Slots slots, int context) {
        this.types = types;
        this.loader = loader;
        this.slots = slots;
        this.context = context;
    }

    /** The opcode that JOP has for an instruction. */
    static int opcode(AbstractInsnNode at) {
        int opcode = at.getOpcode();
        return opcode >= GETSTATIC && opcode <= PUTFIELD ? Linked.field(opcode, ((FieldInsnNode) at).desc) : opcode;
    }

    /** The code to run after an instruction; null for none. */
    InsnList after(AbstractInsnNode at) {
        if (at.getOpcode() != MULTIANEWARRAY) {
            return null;
        }
        code.add(new InsnNode(DUP));
        code.add(MethodInstrumenter.push(((MultiANewArrayInsnNode) at).dims));
        call(MULTIANEWARRAY, 5, "arrays", "Ljava/lang/Object;I");
        return code;
    }

    /** The code to run before an instruction; empty for none. */
    InsnList before(AbstractInsnNode at) {
        int opcode = opcode(at);
        switch (opcode) {
            case IDIV: two(opcode, 5, "division", "I"); break;
            case IREM: two(opcode, 6, "remainder", "I"); break;
            case LDIV: case LREM: two(opcode, 10, "longs", "J"); break;
            case FADD: two(opcode, 9, "add", "F"); break;
            case FSUB: two(opcode, 9, "subtract", "F"); break;
            case DADD: two(opcode, 9, "add", "D"); break;
            case DSUB: two(opcode, 9, "subtract", "D"); break;
            case FMUL: two(opcode, 4, "multiply", "F"); break;
            case DMUL: two(opcode, 4, "multiply", "D"); break;
            case FDIV: two(opcode, 4, "divide", "F"); break;
            case DDIV: two(opcode, 4, "divide", "D"); break;
            case FREM: two(opcode, 3, "rest", "F"); break;
            case DREM: two(opcode, 3, "rest", "D"); break;
            case FCMPL: case FCMPG: two(opcode, 4, "compare", "F"); break;
            case DCMPL: case DCMPG: two(opcode, 4, "compare", "D"); break;
            case I2F: case I2D: one(opcode, 5, "fromInt", "I"); break;
            case L2F: case L2D: one(opcode, 8, "fromLong", "J"); break;
            case F2I: case F2L: one(opcode, 8, "toInt", "F"); break;
            case D2I: case D2L: one(opcode, 8, "toInt", "D"); break;
            case F2D: one(opcode, 3, "toOther", "F"); break;
            case D2F: one(opcode, 4, "toOther", "D"); break;
            case MULTIANEWARRAY: break;
            default: other(at, opcode); break;
        }
        return code;
    }

    private void other(AbstractInsnNode at, int opcode) {
        switch (opcode) {
            case NEW: {
                int words = types.objectWords(((TypeInsnNode) at).desc, loader);
                slots.perBlock(opcode, 0, 1);
                slots.perBlock(opcode, 1, words >> 3);
                slots.perBlock(opcode, 2, words & 7);
                break;
            }
            case NEWARRAY: {
                int type = ((IntInsnNode) at).operand;
                one(opcode, 4, type == T_LONG || type == T_DOUBLE ? "wideArray" : "array", "I");
                break;
            }
            case ANEWARRAY:
                one(opcode, 3, "array", "I");
                break;
            case TABLESWITCH: {
                TableSwitchInsnNode table = (TableSwitchInsnNode) at;
                code.add(new InsnNode(DUP));
                code.add(MethodInstrumenter.push(table.min));
                code.add(MethodInstrumenter.push(table.max));
                call(opcode, 2, "table", "III");
                break;
            }
            case LOOKUPSWITCH:
                slots.perBlock(opcode, 0, 1);
                slots.perBlock(opcode, 1, steps(((LookupSwitchInsnNode) at).keys.size()));
                break;
            case CHECKCAST:
                code.add(new InsnNode(DUP));
                code.add(MethodInstrumenter.push(kind((TypeInsnNode) at)));
                call(opcode, 4, "cast", "Ljava/lang/Object;I");
                break;
            case INSTANCEOF:
                code.add(new InsnNode(DUP));
                code.add(new InsnNode(DUP));
                code.add(at.clone(null));
                code.add(MethodInstrumenter.push(kind((TypeInsnNode) at)));
                call(opcode, 7, "instance", "Ljava/lang/Object;ZI");
                break;
            case AASTORE:
                code.add(new InsnNode(DUP));
                code.add(new InsnNode(ICONST_1));
                call(opcode, 2, "cast", "Ljava/lang/Object;I");
                break;
            default:
                // The same cost for all operands.
                slots.perBlock(opcode, 0, 1);
                break;
        }
    }

    /** Hundredths of the steps that a binary search for one of this many keys takes, in the mean. */
    private static int steps(int keys) {
        int sum = 0;
        int depth = 1;
        for (int left = keys, level = 1; left > 0; left -= level, level <<= 1, ++depth) {
            sum += depth * Math.min(left, level);
        }
        return keys == 0 ? 0 : sum * 100 / keys;
    }

    private int kind(TypeInsnNode at) {
        return at.desc.startsWith("[") ? 3 : types.isInterface(at.desc, loader) ? 2 : 1;
    }

    private void one(int opcode, int number, String name, String type) {
        code.add(new InsnNode(type.equals("J") || type.equals("D") ? DUP2 : DUP));
        call(opcode, number, name, type);
    }

    private void two(int opcode, int number, String name, String type) {
        if (type.equals("I") || type.equals("F")) {
            code.add(new InsnNode(DUP2));
            call(opcode, number, name, type + type);
            return;
        }
        int store = type.equals("J") ? LSTORE : DSTORE;
        int load = type.equals("J") ? LLOAD : DLOAD;
        code.add(new VarInsnNode(store, context + 7));
        code.add(new VarInsnNode(store, context + 5));
        for (int i = 0; i < 2; ++i) {
            code.add(new VarInsnNode(load, context + 5));
            code.add(new VarInsnNode(load, context + 7));
            if (i == 0) {
                call(opcode, number, name, type + type);
            }
        }
    }

    private void call(int opcode, int number, String name, String operands) {
        code.add(new VarInsnNode(LLOAD, context));
        code.add(MethodInstrumenter.push(slots.of(opcode, number)));
        code.add(MethodInstrumenter.hook(MODEL, name, "(" + operands + "JI)V"));
    }
}
