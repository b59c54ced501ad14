package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import joplab.cross.asm.Type;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.ClassNode;
import joplab.cross.asm.tree.FieldInsnNode;
import joplab.cross.asm.tree.FieldNode;
import joplab.cross.asm.tree.InsnList;
import joplab.cross.asm.tree.InsnNode;
import joplab.cross.asm.tree.JumpInsnNode;
import joplab.cross.asm.tree.LabelNode;
import joplab.cross.asm.tree.LdcInsnNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.TryCatchBlockNode;
import joplab.cross.asm.tree.TypeInsnNode;
import joplab.cross.asm.tree.VarInsnNode;

/**
 * What renamed code needs of the host: literals, the machine's operations, methods of Object on what is no object of ours,
 * and handlers of what the virtual machine throws.
 */
final class Hosting {

    private static final String HOST = "java/lang/JopHost";
    private static final String THROWABLE = "java/lang/Throwable";
    private static final String THREADS = "java/lang/JopTasks";
    private static final String SYSTEM = "com/jopdesign/sys/";
    static final String TASK = SYSTEM + "Task";

    /** Calls by owner, name and descriptor on JOP, and the method of JopHost in their place. */
    private static final Map<String, String> CALLS = new HashMap<>();

    static {
        CALLS.put(SYSTEM + "Heap.copy", "copy");
        CALLS.put(SYSTEM + "Heap.allocate", "allocate");
        CALLS.put(SYSTEM + "Heap.collect", "collect");
        CALLS.put(SYSTEM + "Heap.freeWords", "freeWords");
        CALLS.put(SYSTEM + "Heap.totalWords", "totalWords");
        CALLS.put(SYSTEM + "Startup.exit", "exit");
        CALLS.put(SYSTEM + "MethodTable.isInternal", "isInternal");
        CALLS.put("java/lang/System.arraycopy", "arraycopy");
    }

    private final Renamer names;
    /** Whether handlers are to make exceptions of ours of the host's: if nothing else does. */
    private final boolean converts;
    private final Map<String, ClassNode> nodes;
    private final Map<String, Integer> literals = new HashMap<>();
    private final List<String> texts = new ArrayList<>();

    Hosting(Renamer names, Map<String, ClassNode> nodes, boolean converts) {
        this.converts = converts;
        this.names = names;
        this.nodes = nodes;
    }

    /** Whether calls of such a method become calls of something else. */
    static boolean isHosted(String owner, String name) {
        return CALLS.containsKey(owner + "." + name) || owner.equals(SYSTEM + "Native") || owner.equals(SYSTEM + "Scheduler")
                || name.equals("stackWords");
    }

    /** What code names, by number: a text behind an S, or the name of a type behind a C. */
    List<String> literals() {
        return texts;
    }

    /** Completes a method of a class; names are the host's already. */
    void host(String owner, MethodNode method) {
        for (AbstractInsnNode at : method.instructions.toArray()) {
            if (at instanceof LdcInsnNode) {
                literal(method, (LdcInsnNode) at);
            } else if (at instanceof MethodInsnNode) {
                call(owner, method, (MethodInsnNode) at);
            }
        }
        handlers(method);
    }

    private void literal(MethodNode method, LdcInsnNode at) {
        if (isOfHook(at)) {
            at.cst = names.owner(((String) at.cst).replace('.', '/')).replace('/', '.');
        } else if (at.cst instanceof String || at.cst instanceof Type) {
            method.instructions.insertBefore(at, load(at.cst));
            method.instructions.remove(at);
        }
    }

    /** The name of an exception's class, for what follows exceptions. */
    private static boolean isOfHook(LdcInsnNode at) {
        AbstractInsnNode next = at.getNext();
        return at.cst instanceof String && next instanceof MethodInsnNode
                && ((MethodInsnNode) next).owner.equals("java/lang/JopExceptions");
    }

    private InsnList load(Object constant) {
        boolean isText = constant instanceof String;
        String key = isText ? "S" + constant : "C" + names.owner(((Type) constant).getInternalName()).replace('/', '.');
        int number = literals.computeIfAbsent(key, none -> {
            texts.add(key);
            return texts.size() - 1;
        });
        InsnList code = new InsnList();
        code.add(new FieldInsnNode(GETSTATIC, HOST, "literals", "[Ljava/lang/Object;"));
        code.add(MethodInstrumenter.push(number));
        code.add(new InsnNode(AALOAD));
        code.add(new TypeInsnNode(CHECKCAST, names.type(isText ? "java/lang/String" : "java/lang/Class")));
        return code;
    }

    private void call(String owner, MethodNode method, MethodInsnNode at) {
        String target = Renamer.original(at.owner);
        String hosted = CALLS.get(target + "." + at.name);
        if (target.equals(SYSTEM + "Scheduler") && !owner.startsWith(SYSTEM)) {
            schedule(method, at);
            return;
        }
        if (owner.equals(TASK) && at.name.equals("stackWords")) {
            to(at, THREADS, at.name);
            return;
        }
        if (target.equals(SYSTEM + "Native")) {
            to(at, HOST, hosted(owner, method.name, at));
        } else if (hosted != null) {
            if (hosted.equals("allocate") && method.name.equals("clone")) {
                method.instructions.insertBefore(at, new VarInsnNode(ALOAD, 1));
                at.desc = "(IIIILjava/lang/Object;)I";
            }
            to(at, HOST, hosted);
        } else if (isOfObject(at)) {
            callOfObject(owner, method, at);
        } else if (at.getOpcode() == INVOKESPECIAL && !at.name.equals("<init>") && !target.equals(owner)
                && isPrivate(target, at)) {
            at.setOpcode(at.itf ? INVOKEINTERFACE : INVOKEVIRTUAL);
        }
    }

    /** A call of the scheduler, for which the host's threads stand in. */
    private static void schedule(MethodNode method, MethodInsnNode at) {
        if (at.desc.endsWith(")Ljop/" + TASK + ";")) {
            method.instructions.insert(at, new TypeInsnNode(CHECKCAST, "jop/" + TASK));
        }
        at.desc = at.desc.replace("Ljop/" + TASK + ";", "Ljava/lang/Object;");
        to(at, THREADS, at.name);
    }

    /** What stands for an operation of the machine, by the method that asks for it. */
    private static String hosted(String owner, String method, MethodInsnNode at) {
        boolean walks = owner.equals(SYSTEM + "StackWalker");
        if (!at.desc.startsWith("(Ljava/lang/Object;)I")) {
            return walks && at.name.equals("unlock") ? "left" : at.name;
        }
        return owner.equals("java/lang/System") ? "identity" : walks && method.equals("frameBelow") ? "self" : "toInt";
    }

    private static void to(MethodInsnNode call, String owner, String name) {
        call.setOpcode(INVOKESTATIC);
        call.owner = owner;
        call.name = name;
        call.itf = false;
    }

    private boolean isPrivate(String owner, MethodInsnNode call) {
        ClassNode node = nodes.get(owner);
        if (node != null) {
            for (MethodNode method : node.methods) {
                if (method.name.equals(call.name) && names.descriptor(method.desc).equals(call.desc)) {
                    return (method.access & ACC_PRIVATE) != 0;
                }
            }
        }
        return false;
    }

    /** Whether a call names a method that the host's Object has, or should have. */
    private static boolean isOfObject(MethodInsnNode call) {
        boolean isObject = call.owner.equals(Renamer.OBJECT) || call.owner.startsWith("[");
        switch (call.name + call.desc) {
            case "getClass()Ljop/java/lang/Class;":
            case "notify()V":
            case "notifyAll()V":
            case "wait()V":
            case "wait(J)V":
                return call.getOpcode() != INVOKESTATIC;
            case "toString()Ljop/java/lang/String;":
                return isObject || call.getOpcode() == INVOKEINTERFACE;
            default:
                return isObject;
        }
    }

    private static void callOfObject(String owner, MethodNode method, MethodInsnNode at) {
        String object = "jop/" + Renamer.OBJECT;
        boolean isThrowable = owner.equals(THROWABLE);
        boolean isVirtual = at.getOpcode() != INVOKESPECIAL;
        switch (at.name) {
            case "<init>":
                at.owner = isThrowable && method.name.equals("<init>") ? THROWABLE : object;
                break;
            case "equals":
            case "hashCode":
                if (!isVirtual) {
                    toObject(at, isThrowable, object);
                }
                break;
            case "toString":
                if (isVirtual) {
                    to(at, object, "text");
                    at.desc = "(Ljava/lang/Object;)Ljop/java/lang/String;";
                } else {
                    toObject(at, isThrowable, object);
                }
                break;
            default:
                toObject(at, isThrowable || isVirtual, object);
                break;
        }
    }

    private static void toObject(MethodInsnNode at, boolean isStatic, String object) {
        if (isStatic) {
            to(at, object, at.name + Target.STATIC);
            at.desc = "(Ljava/lang/Object;" + at.desc.substring(1);
        } else {
            at.owner = object;
        }
    }

    /** A handler also gets what the virtual machine throws, as an exception of ours. The last one is not the program's. */
    private void handlers(MethodNode method) {
        List<TryCatchBlockNode> given = method.tryCatchBlocks;
        List<TryCatchBlockNode> all = new ArrayList<>();
        Set<LabelNode> converting = new HashSet<>();
        for (int i = 0; i < given.size(); ++i) {
            TryCatchBlockNode handler = given.get(i);
            boolean isOwn = i == given.size() - 1 && handler.type == null && handler.end == handler.handler;
            String type = handler.type == null ? THROWABLE : Renamer.original(handler.type);
            all.add(handler);
            if (isOwn || !mayBeThrown(type)) {
                continue;
            }
            if (handler.type != null) {
                all.add(new TryCatchBlockNode(handler.start, handler.end, handler.handler, type));
            }
            if (converts && converting.add(handler.handler)) {
                InsnList convert = new InsnList();
                convert.add(MethodInstrumenter.hook(HOST, "thrown", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;"));
                convert.add(new TypeInsnNode(CHECKCAST, "jop/" + THROWABLE));
                method.instructions.insert(BoundCalls.behindHandler(handler.handler), convert);
            }
        }
        method.tryCatchBlocks = all;
    }

    /** Whether the virtual machine may throw such an exception, or one that extends it. */
    private static boolean mayBeThrown(String type) {
        switch (type.startsWith("java/lang/") ? type.substring("java/lang/".length()) : "") {
            case "Throwable":
            case "Exception":
            case "RuntimeException":
            case "Error":
            case "LinkageError":
            case "ExceptionInInitializerError":
            case "VirtualMachineError":
            case "StackOverflowError":
            case "OutOfMemoryError":
            case "ArithmeticException":
            case "NullPointerException":
            case "ClassCastException":
            case "IndexOutOfBoundsException":
            case "ArrayIndexOutOfBoundsException":
            case "NegativeArraySizeException":
            case "ArrayStoreException":
            case "IllegalMonitorStateException":
                return true;
            default:
                return false;
        }
    }

    /** Adds what a class needs besides its methods. */
    void complete(String original, ClassNode node) {
        if (original.equals(Renamer.OBJECT)) {
            node.methods.add(text());
        } else if (original.equals(THROWABLE)) {
            // The host's own are to stay: nothing calls ours.
            node.methods.removeIf(method -> (method.access & ACC_ABSTRACT) != 0 && method.name.endsWith("StackTrace"));
        }
        constants(node);
    }

    /** {@code toString} of an object, of an exception, and of an array. */
    private static MethodNode text() {
        String result = "()Ljop/java/lang/String;";
        MethodNode text = new MethodNode(ACC_PUBLIC | ACC_STATIC, "text", "(Ljava/lang/Object;)Ljop/java/lang/String;",
                null, null);
        for (String type : new String[] {"jop/" + Renamer.OBJECT, "jop/" + THROWABLE}) {
            LabelNode other = new LabelNode();
            text.instructions.add(new VarInsnNode(ALOAD, 0));
            text.instructions.add(new TypeInsnNode(INSTANCEOF, type));
            text.instructions.add(new JumpInsnNode(IFEQ, other));
            text.instructions.add(new VarInsnNode(ALOAD, 0));
            text.instructions.add(new TypeInsnNode(CHECKCAST, type));
            text.instructions.add(new MethodInsnNode(INVOKEVIRTUAL, type, "toString", result, false));
            text.instructions.add(new InsnNode(ARETURN));
            text.instructions.add(other);
        }
        text.instructions.add(new VarInsnNode(ALOAD, 0));
        text.instructions.add(new MethodInsnNode(INVOKESTATIC, "jop/" + Renamer.OBJECT, "toString" + Target.STATIC,
                "(Ljava/lang/Object;)Ljop/java/lang/String;", false));
        text.instructions.add(new InsnNode(ARETURN));
        return text;
    }

    /** Static texts get their values before the initialiser runs: a class file has none for strings of ours. */
    private void constants(ClassNode node) {
        InsnList code = new InsnList();
        for (FieldNode field : node.fields) {
            if (field.value instanceof String) {
                code.add(load(field.value));
                code.add(new FieldInsnNode(PUTSTATIC, node.name, field.name, field.desc));
                field.value = null;
            }
        }
        if (code.size() == 0) {
            return;
        }
        for (MethodNode method : node.methods) {
            if (method.name.equals("<clinit>")) {
                method.instructions.insert(code);
                return;
            }
        }
        code.add(new InsnNode(RETURN));
        MethodNode initialiser = new MethodNode(ACC_STATIC, "<clinit>", "()V", null, null);
        initialiser.instructions.add(code);
        node.methods.add(initialiser);
    }
}
