package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import joplab.cross.asm.Type;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.ClassNode;
import joplab.cross.asm.tree.FieldInsnNode;
import joplab.cross.asm.tree.IincInsnNode;
import joplab.cross.asm.tree.IntInsnNode;
import joplab.cross.asm.tree.InvokeDynamicInsnNode;
import joplab.cross.asm.tree.LdcInsnNode;
import joplab.cross.asm.tree.LookupSwitchInsnNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.MultiANewArrayInsnNode;
import joplab.cross.asm.tree.TableSwitchInsnNode;
import joplab.cross.asm.tree.TryCatchBlockNode;
import joplab.cross.asm.tree.TypeInsnNode;
import joplab.cross.asm.tree.VarInsnNode;

/**
 * What our linker makes of the instructions of a class: the bytecodes that JOP executes for each, and the bytes that they
 * take (crate jopizer; a test holds lengths and bytecodes against linked programs).
 */
final class Linked {

    private static final String NATIVE = "com/jopdesign/sys/Native";
    private static final int INVOKESUPER = 236;
    private static final Map<String, Integer> NATIVES = new HashMap<>();

    static {
        String names = "rd wr rdMem wrMem rdIntMem wrIntMem getSP setSP getVP setVP int2extMem ext2intMem";
        int code = 209;
        for (String name : names.split(" ")) {
            NATIVES.put(name, code++);
        }
        for (String name : "makeLong toInt toFloat toObject toIntArray toLong toDouble toRtThreadImpl".split(" ")) {
            NATIVES.put(name, 221);
        }
        NATIVES.put("invoke", 222);
        NATIVES.put("condMove", 223);
        NATIVES.put("condMoveRef", 223);
        NATIVES.put("lock", 194);
        NATIVES.put("unlock", 195);
        NATIVES.put("invalidate", 204);
        NATIVES.put("memCopy", 232);
        NATIVES.put("getField", 233);
        NATIVES.put("putField", 234);
        NATIVES.put("getStatic", 238);
        NATIVES.put("putStatic", 239);
        NATIVES.put("arrayLoad", 46);
        NATIVES.put("arrayStore", 79);
        NATIVES.put("arrayLength", 190);
    }

    private static final int LDC_W = 19;
    private static final int LDC2_W = 20;

    private final ClassNode owner;
    private final ClassTypes types;
    private final ClassLoader loader;
    /** Positions of constants in the pool that the linker would make; from 1 on. */
    private final Map<String, Integer> pool = new HashMap<>();
    private int poolSize;
    /** Loads of constants whose form has been read. */
    private final Map<AbstractInsnNode, Integer> loads = new IdentityHashMap<>();

    Linked(ClassNode owner, ClassTypes types, ClassLoader loader) {
        this.owner = owner;
        this.types = types;
        this.loader = loader;
        for (MethodNode method : owner.methods) {
            for (AbstractInsnNode at : method.instructions) {
                use(key(at));
            }
            for (TryCatchBlockNode handler : method.tryCatchBlocks) {
                use(handler.type == null ? null : "c" + handler.type);
            }
        }
    }

    /** A constant gets its place, if it is its first use. */
    private void use(String key) {
        if (key != null && !pool.containsKey(key)) {
            pool.put(key, ++poolSize);
            if (key.charAt(0) == '2') {
                ++poolSize;
            }
        }
    }

    /** What makes two instructions share a constant; null if the linked form names none. */
    private static String key(AbstractInsnNode at) {
        if (at instanceof LdcInsnNode) {
            Object value = ((LdcInsnNode) at).cst;
            boolean wide = value instanceof Long || value instanceof Double;
            return (wide ? "2" : "1") + value.getClass().getName() + value;
        }
        if (at instanceof MethodInsnNode) {
            MethodInsnNode call = (MethodInsnNode) at;
            return call.owner.equals(NATIVE) ? null : "m" + call.owner + "." + call.name + call.desc;
        }
        if (at instanceof InvokeDynamicInsnNode) {
            InvokeDynamicInsnNode call = (InvokeDynamicInsnNode) at;
            return isBareLambda(call) ? null : "d" + call.bsm + call.name + call.desc;
        }
        if (at instanceof TypeInsnNode) {
            return "c" + ((TypeInsnNode) at).desc;
        }
        return at instanceof MultiANewArrayInsnNode ? "c" + ((MultiANewArrayInsnNode) at).desc : null;
    }

    /** Takes the forms of loads from a linked program, where it has a method at a structure; 0 for none. */
    void readLoads(MethodNode method, int[] image, int structure) {
        if (structure == 0) {
            return;
        }
        int code = image[structure] >>> 10;
        boolean locks = (method.access & ACC_SYNCHRONIZED) != 0;
        int pc = locks ? 2 : 0;
        for (AbstractInsnNode at : method.instructions) {
            if (at instanceof LdcInsnNode) {
                loads.put(at, image[code + pc / 4] >>> (~pc & 3) * 8 & 0xff);
            }
            pc += at.getOpcode() >= 0 ? length(at, pc, locks) : 0;
        }
    }

    /** Words of a method's linked code. */
    int words(MethodNode method) {
        boolean locks = (method.access & ACC_SYNCHRONIZED) != 0;
        int pc = locks ? 2 : 0;
        for (AbstractInsnNode at : method.instructions) {
            if (at.getOpcode() >= 0) {
                pc += length(at, pc, locks);
            }
        }
        return (pc + 3) / 4;
    }

    /** Where the instructions of a method begin in its linked code. */
    Map<AbstractInsnNode, Integer> places(MethodNode method) {
        Map<AbstractInsnNode, Integer> places = new LinkedHashMap<>();
        boolean locks = (method.access & ACC_SYNCHRONIZED) != 0;
        int pc = locks ? 2 : 0;
        for (AbstractInsnNode at : method.instructions) {
            if (at.getOpcode() >= 0) {
                places.put(at, pc);
                pc += length(at, pc, locks);
            }
        }
        return places;
    }

    /** Bytecodes that a synchronized method begins with. */
    static int[] prologue(MethodNode method) {
        if ((method.access & ACC_SYNCHRONIZED) == 0) {
            return new int[0];
        }
        return new int[] {lock(method), MONITORENTER};
    }

    private static int lock(MethodNode method) {
        return (method.access & ACC_STATIC) != 0 ? ACONST_NULL : 42;
    }

    /** The bytecodes that are executed for an instruction. */
    int[] bytecodes(AbstractInsnNode at, MethodNode method) {
        int code = at.getOpcode();
        if (code >= IRETURN && code <= RETURN && (method.access & ACC_SYNCHRONIZED) != 0) {
            return new int[] {lock(method), MONITOREXIT, code};
        }
        if (code == MONITORENTER) {
            return new int[] {DUP, IFNONNULL, MONITORENTER};
        }
        if (at instanceof VarInsnNode) {
            return new int[] {local(code, ((VarInsnNode) at).var)};
        }
        if (at instanceof IincInsnNode) {
            IincInsnNode by = (IincInsnNode) at;
            return new int[] {local(ILOAD, by.var), push(by.incr), IADD, local(ISTORE, by.var)};
        }
        if (at instanceof LdcInsnNode) {
            return new int[] {load((LdcInsnNode) at)};
        }
        if (at instanceof FieldInsnNode) {
            return new int[] {field(code, ((FieldInsnNode) at).desc)};
        }
        if (at instanceof MethodInsnNode) {
            return new int[] {invoke((MethodInsnNode) at)};
        }
        if (at instanceof InvokeDynamicInsnNode) {
            return new int[] {isBareLambda((InvokeDynamicInsnNode) at) ? 224 : INVOKESTATIC};
        }
        return new int[] {code};
    }

    /** Bytes of an instruction that begins at {@code pc}. */
    int length(AbstractInsnNode at, int pc, boolean locks) {
        int code = at.getOpcode();
        switch (at.getType()) {
            case AbstractInsnNode.INSN:
                return code == MONITORENTER ? 8 : locks && code >= IRETURN && code <= RETURN ? 3 : 1;
            case AbstractInsnNode.INT_INSN:
                return code == SIPUSH ? 3 : 2;
            case AbstractInsnNode.VAR_INSN:
                return ((VarInsnNode) at).var <= 3 ? 1 : 2;
            case AbstractInsnNode.IINC_INSN: {
                IincInsnNode by = (IincInsnNode) at;
                int push = push(by.incr);
                return 2 * (by.var <= 3 ? 1 : 2) + (push == SIPUSH ? 3 : push == BIPUSH ? 2 : 1) + 1;
            }
            case AbstractInsnNode.LDC_INSN:
                return load((LdcInsnNode) at) == LDC ? 2 : 3;
            case AbstractInsnNode.METHOD_INSN: {
                MethodInsnNode call = (MethodInsnNode) at;
                return call.owner.equals(NATIVE) ? 1 : invoke(call) == INVOKEINTERFACE ? 5 : 3;
            }
            case AbstractInsnNode.MULTIANEWARRAY_INSN:
                return 4;
            case AbstractInsnNode.TABLESWITCH_INSN:
                return (pc + 4 & -4) - pc + 12 + 4 * ((TableSwitchInsnNode) at).labels.size();
            case AbstractInsnNode.LOOKUPSWITCH_INSN:
                return (pc + 4 & -4) - pc + 8 + 8 * ((LookupSwitchInsnNode) at).labels.size();
            default:
                // Branches, fields, types, invokedynamic.
                return 3;
        }
    }

    private static int local(int code, int local) {
        if (local > 3 || code == RET) {
            return code;
        }
        return code <= ALOAD ? 26 + (code - ILOAD) * 4 + local : 59 + (code - ISTORE) * 4 + local;
    }

    /** 127 is pushed as a short, as the linker does. */
    private static int push(int value) {
        return value >= -1 && value <= 5 ? ICONST_0 + value : value >= -128 && value <= 126 ? BIPUSH : SIPUSH;
    }

    private int load(LdcInsnNode at) {
        Integer read = loads.get(at);
        if (read != null) {
            return read;
        }
        if (at.cst instanceof Long || at.cst instanceof Double) {
            return LDC2_W;
        }
        return pool.getOrDefault(key(at), 1) <= 255 ? LDC : LDC_W;
    }

    /** Reference and long forms of field accesses. */
    static int field(int code, String descriptor) {
        switch (descriptor.charAt(0)) {
            case 'L':
            case '[':
                return code - GETSTATIC + 224;
            case 'J':
            case 'D':
                return code - GETSTATIC + 228;
            default:
                return code;
        }
    }

    private int invoke(MethodInsnNode call) {
        int code = call.getOpcode();
        if (call.owner.equals(NATIVE)) {
            return NATIVES.getOrDefault(call.name, 221);
        }
        switch (code) {
            case INVOKESPECIAL: {
                boolean above = !call.owner.equals(owner.name) && !call.itf && !call.name.equals("<init>");
                return above && !isPrivate(call) ? INVOKESUPER : INVOKESPECIAL;
            }
            case INVOKEVIRTUAL:
                return call.owner.startsWith("[") || isFinalInObject(call) || isPrivate(call) ? INVOKESPECIAL : code;
            case INVOKEINTERFACE:
                return isPrivate(call) ? INVOKESPECIAL : isInObject(call) ? INVOKEVIRTUAL : code;
            default:
                return code;
        }
    }

    private boolean isPrivate(MethodInsnNode call) {
        if (call.owner.equals(owner.name)) {
            for (MethodNode method : owner.methods) {
                if (method.name.equals(call.name) && method.desc.equals(call.desc)) {
                    return (method.access & ACC_PRIVATE) != 0;
                }
            }
            return false;
        }
        // Only classes of one nest see each other's private methods.
        boolean sameNest = owner.nestHostClass != null || owner.nestMembers != null;
        return sameNest && nest(call.owner).equals(nest(owner.name))
                && types.isPrivate(call.owner, call.name + call.desc, loader);
    }

    private static String nest(String name) {
        int end = name.indexOf('$');
        return end < 0 ? name : name.substring(0, end);
    }

    private static boolean isFinalInObject(MethodInsnNode call) {
        switch (call.name + call.desc) {
            case "getClass()Ljava/lang/Class;":
            case "notify()V":
            case "notifyAll()V":
            case "wait()V":
            case "wait(J)V":
            case "wait(JI)V":
                return true;
            default:
                return false;
        }
    }

    /** Methods of Object are no interface's, also where a call names one. */
    private boolean isInObject(MethodInsnNode call) {
        switch (call.name + call.desc) {
            case "equals(Ljava/lang/Object;)Z":
            case "hashCode()I":
            case "toString()Ljava/lang/String;":
                return !types.declares(call.owner, call.name + call.desc, loader);
            default:
                return false;
        }
    }

    /** A lambda that captures nothing: the linker makes one object of it. */
    private static boolean isBareLambda(InvokeDynamicInsnNode call) {
        return call.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")
                && Type.getArgumentTypes(call.desc).length == 0;
    }
}
