package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import joplab.cross.asm.Type;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.FieldInsnNode;
import joplab.cross.asm.tree.InsnList;
import joplab.cross.asm.tree.InsnNode;
import joplab.cross.asm.tree.IntInsnNode;
import joplab.cross.asm.tree.LookupSwitchInsnNode;
import joplab.cross.asm.tree.MultiANewArrayInsnNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.TableSwitchInsnNode;
import joplab.cross.asm.tree.TypeInsnNode;
import joplab.cross.asm.tree.VarInsnNode;

/**
 * Runs the Java method that carries a bytecode out on JOP before the bytecode itself, with copies of its operands. The
 * operand stack is as it was behind it.
 */
final class Routine {

    private static final String ROUTINES = "java/lang/JopRoutines";

    private final Config config;
    private final ClassTypes types;
    private final ClassLoader loader;
    /** Six locals for operands. */
    private final int scratch;
    private final InsnList code = new InsnList();

    Routine(Config config, ClassTypes types, ClassLoader loader, int scratch) {
        this.config = config;
        this.types = types;
        this.loader = loader;
        this.scratch = scratch;
    }

    /** The code to run before an instruction; null for none. */
    InsnList before(AbstractInsnNode at) {
        int opcode = at.getOpcode();
        if (opcode == INVOKESTATIC && config.copies) {
            return copies((MethodInsnNode) at) || collects((MethodInsnNode) at) ? code : null;
        }
        if (opcode >= GETSTATIC && opcode <= PUTFIELD) {
            opcode = Linked.field(opcode, ((FieldInsnNode) at).desc);
        }
        if (!config.routines[opcode] || !add(at, opcode)) {
            return null;
        }
        return code;
    }

    /** The code to run behind an instruction; null for none. */
    InsnList after(AbstractInsnNode at) {
        if (at.getOpcode() != MULTIANEWARRAY || !config.routines[MULTIANEWARRAY]) {
            return null;
        }
        MultiANewArrayInsnNode made = (MultiANewArrayInsnNode) at;
        code.add(new InsnNode(DUP));
        code.add(MethodInstrumenter.push(made.dims));
        code.add(MethodInstrumenter.push(types.address(made.desc, loader)));
        // The bytes of the linked instruction behind its opcode: the type as constant 0, and the number of lengths.
        call("madeArrays", "(Ljava/lang/Object;III)V", types.addSwitch(new int[] {made.dims << 8, 0}));
        return code;
    }

    /** Whether the host can run the routine of an opcode. */
    private boolean add(AbstractInsnNode at, int opcode) {
        switch (opcode) {
            case FCONST_1: case FCONST_2: case DCONST_1:
                call("none", "(I)V", opcode);
                return true;
            case IDIV: case IREM:
                code.add(new InsnNode(DUP2));
                call("words", "(III)V", opcode);
                return true;
            case FADD: case FSUB: case FMUL: case FDIV: case FREM: case FCMPL: case FCMPG:
                code.add(new InsnNode(DUP2));
                call("reals", "(FFI)V", opcode);
                return true;
            case FNEG: case F2I: case F2L: case F2D:
                code.add(new InsnNode(DUP));
                call("real", "(FI)V", opcode);
                return true;
            case I2F: case I2D: case I2B: case I2S:
                code.add(new InsnNode(DUP));
                call("word", "(II)V", opcode);
                return true;
            case L2F: case L2D:
                code.add(new InsnNode(DUP2));
                call("wide", "(JI)V", opcode);
                return true;
            case DNEG: case D2I: case D2L: case D2F:
                code.add(new InsnNode(DUP2));
                call("doubleReal", "(DI)V", opcode);
                return true;
            case LMUL: case LDIV: case LREM:
                copyTwo(LSTORE, LLOAD);
                call("longs", "(JJI)V", opcode);
                load(LLOAD, 0);
                load(LLOAD, 2);
                return true;
            case DADD: case DSUB: case DMUL: case DDIV: case DREM: case DCMPL: case DCMPG:
                copyTwo(DSTORE, DLOAD);
                call("doubleReals", "(DDI)V", opcode);
                load(DLOAD, 0);
                load(DLOAD, 2);
                return true;
            default:
                return addOther(at, opcode);
        }
    }

    private boolean addOther(AbstractInsnNode at, int opcode) {
        switch (opcode) {
            case AASTORE:
                code.add(new VarInsnNode(ASTORE, scratch + 2));
                code.add(new VarInsnNode(ISTORE, scratch + 1));
                code.add(new VarInsnNode(ASTORE, scratch));
                for (int i = 0; i < 2; ++i) {
                    load(ALOAD, 0);
                    load(ILOAD, 1);
                    load(ALOAD, 2);
                    if (i == 0) {
                        code.add(MethodInstrumenter.hook(ROUTINES, "aastore",
                                "(Ljava/lang/Object;ILjava/lang/Object;)V"));
                    }
                }
                return true;
            case TABLESWITCH:
                code.add(new InsnNode(DUP));
                call("tableswitch", "(II)V", table((TableSwitchInsnNode) at));
                return true;
            case LOOKUPSWITCH:
                code.add(new InsnNode(DUP));
                call("lookupswitch", "(II)V", lookup((LookupSwitchInsnNode) at));
                return true;
            case 227:
                code.add(MethodInstrumenter.hook(ROUTINES, "putfield", "()V"));
                return true;
            case 225:
                code.add(MethodInstrumenter.hook(ROUTINES, "putstatic", "()V"));
                return true;
            case NEW:
                call("make", "(I)V", types.address(((TypeInsnNode) at).desc, loader));
                return true;
            case NEWARRAY:
                code.add(new InsnNode(DUP));
                call("makeArray", "(II)V", ((IntInsnNode) at).operand);
                return true;
            case ANEWARRAY:
                code.add(new InsnNode(DUP));
                call("makeReferences", "(II)V", types.element(((TypeInsnNode) at).desc, loader));
                return true;
            case CHECKCAST:
                code.add(new InsnNode(DUP));
                call("checkcast", "(Ljava/lang/Object;I)V", types.address(((TypeInsnNode) at).desc, loader));
                return true;
            case INSTANCEOF:
                code.add(new InsnNode(DUP));
                call("instanceOf", "(Ljava/lang/Object;I)V", types.address(((TypeInsnNode) at).desc, loader));
                return true;
            default:
                return false;
        }
    }

    /** {@code System.gc} and {@code Runtime.gc}, which collect in the heap of the routines, too. */
    private boolean collects(MethodInsnNode at) {
        boolean isCollection = (at.owner + "." + at.name).matches("java/lang/(System|Runtime)\\.gc");
        // The JDK's System.gc calls the other one.
        if (!isCollection || !config.pricesCollections || config.target != null || config.jdk
                && at.owner.equals("java/lang/System")) {
            return false;
        }
        code.add(MethodInstrumenter.hook(ROUTINES, "collect", "()V"));
        return true;
    }

    /** {@code System.arraycopy}, which is Java on JOP. */
    private boolean copies(MethodInsnNode at) {
        if (!at.owner.equals("java/lang/System") || !at.name.equals("arraycopy")) {
            return false;
        }
        int[] stores = {ASTORE, ISTORE, ASTORE, ISTORE, ISTORE};
        for (int i = 4; i >= 0; --i) {
            code.add(new VarInsnNode(stores[i], scratch + i));
        }
        for (int times = 0; times < 2; ++times) {
            for (int i = 0; i < 5; ++i) {
                load(stores[i] - ISTORE + ILOAD, i);
            }
            if (times == 0) {
                code.add(MethodInstrumenter.hook(ROUTINES, "arraycopy", at.desc));
            }
        }
        return true;
    }

    private int table(TableSwitchInsnNode at) {
        return types.addSwitch(new int[] {0, at.min, at.max});
    }

    private int lookup(LookupSwitchInsnNode at) {
        int[] words = new int[2 + 2 * at.keys.size()];
        words[1] = at.keys.size();
        for (int i = 0; i < at.keys.size(); ++i) {
            words[2 + 2 * i] = at.keys.get(i);
        }
        return types.addSwitch(words);
    }

    private void copyTwo(int store, int load) {
        code.add(new VarInsnNode(store, scratch + 2));
        code.add(new VarInsnNode(store, scratch));
        load(load, 0);
        load(load, 2);
    }

    private void load(int load, int place) {
        code.add(new VarInsnNode(load, scratch + place));
    }

    private void call(String name, String descriptor, int last) {
        code.add(MethodInstrumenter.push(last));
        code.add(MethodInstrumenter.hook(ROUTINES, name, descriptor));
    }
}
