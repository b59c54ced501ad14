package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.FieldInsnNode;
import joplab.cross.asm.tree.InsnList;
import joplab.cross.asm.tree.InsnNode;
import joplab.cross.asm.tree.IntInsnNode;
import joplab.cross.asm.tree.JumpInsnNode;
import joplab.cross.asm.tree.LabelNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MultiANewArrayInsnNode;
import joplab.cross.asm.tree.TypeInsnNode;
import joplab.cross.asm.tree.VarInsnNode;

/**
 * Calls of the methods that carry bytecodes out, where these throw: those of our library, whose exceptions are the program's. Where
 * they do not, the routines run beside the program (see {@link Routine}).
 */
final class Refusals {

    private static final String JVM = "com/jopdesign/sys/JVM";

    /** Levels of arrays that there are locals for. */
    private static final int MOST_LEVELS = 6;

    private final ClassTypes types;
    /** Six locals for operands. */
    private final int scratch;
    private final InsnList code = new InsnList();
    private final LabelNode works = new LabelNode();

    Refusals(ClassTypes types, int scratch) {
        this.types = types;
        this.scratch = scratch;
    }

    /** The call of the runtime's method, before an exception is thrown. */
    static InsnList thrown() {
        InsnList thrown = new InsnList();
        thrown.add(MethodInstrumenter.hook(JVM, "f_athrow", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;"));
        return thrown;
    }

    /** The code to run before an instruction; empty for none. */
    InsnList before(AbstractInsnNode at) {
        switch (at.getOpcode()) {
            case IDIV: words("f_idiv"); break;
            case IREM: words("f_irem"); break;
            case LDIV: longs("f_ldiv"); break;
            case LREM: longs("f_lrem"); break;
            case NEWARRAY: array("f_newarray", ((IntInsnNode) at).operand); break;
            case ANEWARRAY: array("f_anewarray", types.element(((TypeInsnNode) at).desc, null)); break;
            case CHECKCAST: cast((TypeInsnNode) at); break;
            case AASTORE: store(); break;
            case PUTFIELD: put((FieldInsnNode) at); break;
            case MULTIANEWARRAY: arrays(((MultiANewArrayInsnNode) at).dims); break;
            default: break;
        }
        return code;
    }

    private void words(String routine) {
        add(DUP);
        code.add(new JumpInsnNode(IFNE, works));
        add(DUP2);
        call(routine, "(II)I");
        add(POP);
        code.add(works);
    }

    private void longs(String routine) {
        add(DUP2);
        add(LCONST_0);
        add(LCMP);
        code.add(new JumpInsnNode(IFNE, works));
        code.add(new VarInsnNode(LSTORE, scratch + 2));
        code.add(new VarInsnNode(LSTORE, scratch));
        half(scratch, true);
        half(scratch, false);
        half(scratch + 2, true);
        half(scratch + 2, false);
        call(routine, "(IIII)J");
        add(POP2);
        code.add(new VarInsnNode(LLOAD, scratch));
        code.add(new VarInsnNode(LLOAD, scratch + 2));
        code.add(works);
    }

    private void half(int local, boolean isHigh) {
        code.add(new VarInsnNode(LLOAD, local));
        if (isHigh) {
            code.add(MethodInstrumenter.push(Integer.SIZE));
            add(LSHR);
        }
        add(L2I);
    }

    private void array(String routine, int type) {
        add(DUP);
        code.add(new JumpInsnNode(IFGE, works));
        add(DUP);
        code.add(MethodInstrumenter.push(type));
        call(routine, "(II)I");
        add(POP);
        code.add(works);
    }

    private void cast(TypeInsnNode at) {
        add(DUP);
        code.add(new TypeInsnNode(INSTANCEOF, at.desc));
        code.add(new JumpInsnNode(IFNE, works));
        add(DUP);
        code.add(new JumpInsnNode(IFNULL, works));
        add(DUP);
        handle();
        code.add(MethodInstrumenter.push(types.address(at.desc, null)));
        call("f_checkcast", "(II)I");
        add(POP);
        code.add(works);
    }

    private void store() {
        code.add(new VarInsnNode(ASTORE, scratch + 2));
        code.add(new VarInsnNode(ISTORE, scratch + 1));
        code.add(new VarInsnNode(ASTORE, scratch));
        operands();
        code.add(MethodInstrumenter.hook("java/lang/JopThrows", "refuses", "([Ljava/lang/Object;ILjava/lang/Object;)Z"));
        code.add(new JumpInsnNode(IFEQ, works));
        code.add(new VarInsnNode(ALOAD, scratch));
        handle();
        code.add(new VarInsnNode(ILOAD, scratch + 1));
        code.add(new VarInsnNode(ALOAD, scratch + 2));
        handle();
        call("f_aastore", "(III)V");
        code.add(works);
        operands();
    }

    /** A field of null: the runtime's method looks for it if the field is a reference. */
    private void put(FieldInsnNode at) {
        char type = at.desc.charAt(0);
        if (type != 'L' && type != '[') {
            return;
        }
        add(DUP2);
        add(POP);
        code.add(new JumpInsnNode(IFNONNULL, works));
        code.add(new VarInsnNode(ASTORE, scratch));
        code.add(MethodInstrumenter.push(0));
        code.add(new VarInsnNode(ALOAD, scratch));
        handle();
        code.add(MethodInstrumenter.push(0));
        call("f_putfield_ref", "(III)V");
        code.add(new VarInsnNode(ALOAD, scratch));
        code.add(works);
    }

    /** Lengths lie on the stack: the image gets them. */
    private void arrays(int levels) {
        if (levels > MOST_LEVELS) {
            return;
        }
        for (int i = levels - 1; i >= 0; --i) {
            code.add(new VarInsnNode(ISTORE, scratch + i));
        }
        for (int i = 0; i < MOST_LEVELS; ++i) {
            code.add(i < levels ? new VarInsnNode(ILOAD, scratch + i) : new InsnNode(ICONST_0));
        }
        code.add(MethodInstrumenter.push(levels));
        code.add(MethodInstrumenter.hook("java/lang/JopThrows", "refuses", "(IIIIIII)Z"));
        code.add(new JumpInsnNode(IFEQ, works));
        call("f_multianewarray", "()I");
        add(POP);
        code.add(works);
        for (int i = 0; i < levels; ++i) {
            code.add(new VarInsnNode(ILOAD, scratch + i));
        }
    }

    private void operands() {
        code.add(new VarInsnNode(ALOAD, scratch));
        code.add(new VarInsnNode(ILOAD, scratch + 1));
        code.add(new VarInsnNode(ALOAD, scratch + 2));
    }

    private void handle() {
        code.add(MethodInstrumenter.hook("java/lang/JopHost", "toInt", "(Ljava/lang/Object;)I"));
    }

    private void call(String name, String descriptor) {
        code.add(new MethodInsnNode(INVOKESTATIC, JVM, name, descriptor, false));
    }

    private void add(int opcode) {
        code.add(new InsnNode(opcode));
    }
}
