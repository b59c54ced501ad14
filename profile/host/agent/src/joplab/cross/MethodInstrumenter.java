package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import joplab.cross.asm.Type;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.ClassNode;
import joplab.cross.asm.tree.FrameNode;
import joplab.cross.asm.tree.InsnList;
import joplab.cross.asm.tree.InsnNode;
import joplab.cross.asm.tree.InvokeDynamicInsnNode;
import joplab.cross.asm.tree.JumpInsnNode;
import joplab.cross.asm.tree.LabelNode;
import joplab.cross.asm.tree.LdcInsnNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.TryCatchBlockNode;
import joplab.cross.asm.tree.VarInsnNode;

/**
 * Instruments one method.
 *
 * <pre>
 *   caller = JopProfile.caller();                                      before everything, in two new locals
 *   context = JopProfile.enter(caller, number);
 *   JopMemory.count(context, offset of the block's count);             at the start of each basic block, if it does not
 *                                                                      follow from other counts how often it begins
 *   JopProfile.exit(caller);                                           before each return
 *   JopProfile.handle(context);                                        at the start of each handler
 *   catch everything: JopProfile.unwind(caller); throw it              behind the code
 * </pre>
 *
 * Before a block from which an exception would take part of the flow, its number is noted in a third local, for the handlers
 * (see {@link Flow}); in a fourth, what its last bytecode may meet (see {@link Faults}). A method that calls nothing is entered
 * without becoming its thread's context, and needs nothing behind its end. Frames are kept and get the new locals: nothing is computed that would load a class. In a constructor the last handler
 * covers only what follows the call of another constructor, since before it no handler can be entered with an object that
 * is not initialised; a handler of a caller repairs the context there.
 */
final class MethodInstrumenter {

    private static final String EXCEPTIONS = "java/lang/JopExceptions";
    private static final String PROFILE = "java/lang/JopProfile";
    private static final String THROWS = "java/lang/JopThrows";
    private static final String MEMORY = "java/lang/JopMemory";

    /** What the counts of block copies have for a scenario: words behind the first one of each. */
    private static final String[] WORDS = {"words"};

    /** What the counts of the method that throws have for a scenario: words that its return loads. */
    private static final String[] LOADS = new String[JopThrows.LOADS];

    static {
        for (int words = 0; words < LOADS.length; ++words) {
            LOADS[words] = "load " + words;
        }
    }

    /** Words that a frame has besides locals and operands. */
    private static final int FRAME_WORDS = 5;

    /** Locals besides the program's, of which six are for operands. */
    private static final int NEW_LOCALS = 2 * 2 + 3 + 6;

    private static final int NO_FAULT = -1;

    /** Scenarios of the cost table that a count of its own tells, by their names there. */
    private static final String[] SHIFTS = {"by-0", "by-32-to-63"};
    private static final String[] ARRAY_RECEIVER = {"array-receiver"};
    private static final String[] NESTED = {"nested"};
    private static final String[] COMPARISONS = {"first-negative", "second-negative", "equal"};

    /** What stands between a scenario that is noticed late and the bytecodes that are executed before. */
    private static final String LATE = " then";

    /** What the counts of features have for a scenario, before the number of the feature and how often the count has it. */
    static final String FEATURE = "feature ";

    private final Config config;
    private final Recording recording;
    private final ClassTypes types;
    private final Linked linked;
    private final ClassLoader loader;
    private final ClassNode owner;
    private final MethodNode method;

    /** Whether what exceptions meet is counted: not in routines, whose exceptions are those of the program. */
    private final boolean followsExceptions;

    /** Whether exceptions run on the stack of JOP. */
    private boolean runsThrows;

    /** Local with the caller's context; the next ones have the method's own, its loss, its fault, and whether it looks for its caller. */
    private final int caller;
    private final int context;

    private static final class Block {
        final TreeMap<Integer, Integer> bytecodes = new TreeMap<>();
        final List<String> calls = new ArrayList<>();

        int size() {
            int size = 0;
            for (int times : bytecodes.values()) {
                size += times;
            }
            return size;
        }
    }

    private static final class Path {
        final int slot;
        final int opcode;
        final String scenario;

        Path(int slot, int opcode, String scenario) {
            this.slot = slot;
            this.opcode = opcode;
            this.scenario = scenario;
        }
    }

    /** The calls that have one target. */
    private BoundCalls boundCalls;

    /** What is given its context by its callers, if this is the copy for that; null for the method itself. */
    private Bound copied;

    /** First count of the features of each opcode. */
    private final Map<Integer, Integer> featureSlots = new HashMap<>();

    private final List<Block> blocks = new ArrayList<>();
    private final List<Path> paths = new ArrayList<>();
    private int pathSlots;
    private int nested = -1;

    /** Whether nothing can run below the method that is counted. */
    private boolean isLeaf;

    /** Whether that method looks for its caller at its end alone, and only if need be: more may come before that. */
    private boolean looksBack;

    /** Which counts follow from others; null if none does. */
    private Flow flow;

    /** Before each block, how many blocks have counts that follow from others. */
    private int[] followingBefore;

    /** What the last bytecode of each block may meet; {@link #NO_FAULT} where it cannot throw. Null if that is not told. */
    private int[] faults;

    MethodInstrumenter(Config config, Recording recording, ClassTypes types, Linked linked, ClassLoader loader,
            ClassNode owner, MethodNode method) {
        this.config = config;
        this.recording = recording;
        this.types = types;
        this.linked = linked;
        this.loader = loader;
        this.owner = owner;
        this.method = method;
        caller = method.maxLocals;
        context = caller + 2;
        followsExceptions = config.model[ATHROW] && !isOfSystem();
    }

    /** Exceptions are to run, not to be counted by what they meet. */
    void runThrows() {
        runsThrows = true;
    }

    /** As {@link #instrument(String, boolean)}, of a program that is given whole; the copy of a method that calls are bound to is apart. */
    int instrument(Hierarchy hierarchy, String name, boolean isLibrary, boolean isCopy) {
        // Both copies of a shared method have the same contexts.
        boundCalls = new BoundCalls(hierarchy, config, recording, owner, method, loader == null, !Recording.isShared(name));
        copied = isCopy ? hierarchy.copied(owner.name, method) : null;
        Bound known = hierarchy.copied(owner.name, method);
        int number = instrument(known == null ? recording.reserve(name) : known.number(recording), name, isLibrary);
        if (isCopy) {
            Copies.widen(method, context);
        }
        return number;
    }

    /** Gives the number of the method. */
    int instrument(String name, boolean isLibrary) {
        return instrument(recording.reserve(name), name, isLibrary);
    }

    private int instrument(int number, String name, boolean isLibrary) {
        int words = linked.words(method);
        AbstractInsnNode[] code = method.instructions.toArray();
        Set<AbstractInsnNode> starts = starts(code);
        AbstractInsnNode initialised = initialisedAfter(code);
        // Blocks first, so that the slots of paths lie behind those of blocks.
        int[] blockOf = new int[code.length];
        number(code, starts, blockOf);
        // Dumps and callbacks look at contexts between two blocks.
        isLeaf = config.every == 0 && Leaf.is(method, owner.name, loader == null, config);
        looksBack = isLeaf && config.cacheKind != 0 && Leaf.meetsMore(method);
        flow = config.every != 0 ? null : new BlockFlow(method, code, blockOf, starts).flow(isLeaf && !Recording.isShared(name), initialised);
        findSlots();
        findFaults(code, blockOf);
        instrumentCode(code, starts, blockOf, isLibrary);
        padFrames(code, markNews(code));
        handleExceptions();
        prologue(number, initialised);
        method.maxLocals += NEW_LOCALS;
        int slots = blocks.size() + pathSlots + (flow == null ? 0 : flow.losses());
        if (boundCalls != null) {
            boundCalls.turn(slotOf(slots), context);
            recording.setPlaces(number, boundCalls.places());
        }
        recording.define(number, words, caller + FRAME_WORDS, slots, flow == null ? null : flow.sums(slots), describe(name, words, isLibrary));
        return number;
    }

    private boolean isOfSystem() {
        return owner.name.startsWith("com/jopdesign/sys/");
    }

    /** Whether it is the runtime's method that looks for the handler of an exception, and returns to it. */
    private boolean isThrower() {
        return config.runsThrows() && owner.name.equals("com/jopdesign/sys/JVM") && method.name.equals("f_athrow");
    }

    private Set<AbstractInsnNode> targets(AbstractInsnNode[] code) {
        Set<AbstractInsnNode> targets = new HashSet<>();
        for (TryCatchBlockNode handler : method.tryCatchBlocks) {
            targets.add(handler.handler);
        }
        for (AbstractInsnNode at : code) {
            targets.addAll(Heights.targets(at));
        }
        return targets;
    }

    /** Where blocks start: at targets, handlers, behind jumps and ends. */
    private Set<AbstractInsnNode> starts(AbstractInsnNode[] code) {
        Set<AbstractInsnNode> targets = targets(code);
        Set<AbstractInsnNode> starts = new HashSet<>();
        boolean next = true;
        for (AbstractInsnNode at : code) {
            if (at instanceof LabelNode && targets.contains(at)) {
                next = true;
            }
            if (at.getOpcode() >= 0) {
                if (next) {
                    starts.add(at);
                }
                next = endsBlock(at);
            }
        }
        return starts;
    }

    private boolean endsBlock(AbstractInsnNode at) {
        int code = at.getOpcode();
        if (at instanceof JumpInsnNode || code == TABLESWITCH || code == LOOKUPSWITCH || code == ATHROW
                || code >= IRETURN && code <= RETURN || code == RET) {
            return true;
        }
        return config.exact && mayThrow(code);
    }

    static boolean mayThrow(int code) {
        return code >= IALOAD && code <= SALOAD || code >= IASTORE && code <= SASTORE || code == IDIV || code == LDIV
                || code == IREM || code == LREM || code >= GETSTATIC && code <= CHECKCAST || code == INSTANCEOF
                || code == MONITORENTER || code == MONITOREXIT || code == MULTIANEWARRAY;
    }

    private void number(AbstractInsnNode[] code, Set<AbstractInsnNode> starts, int[] blockOf) {
        Block block = null;
        for (int i = 0; i < code.length; ++i) {
            AbstractInsnNode at = code[i];
            if (at.getOpcode() < 0) {
                continue;
            }
            if (starts.contains(at)) {
                block = new Block();
                blocks.add(block);
            }
            blockOf[i] = blocks.size() - 1;
            for (int bytecode : linked.bytecodes(at, method)) {
                block.bytecodes.put(bytecode, block.bytecodes.getOrDefault(bytecode, 0) + 1);
            }
            if (at instanceof MethodInsnNode) {
                MethodInsnNode call = (MethodInsnNode) at;
                block.calls.add(call.owner.replace('/', '.') + "." + call.name + call.desc);
            } else if (at instanceof InvokeDynamicInsnNode) {
                InvokeDynamicInsnNode call = (InvokeDynamicInsnNode) at;
                block.calls.add("invokedynamic " + call.bsm.getOwner().replace('/', '.') + "." + call.name + call.desc);
            }
        }
    }

    private void instrumentCode(AbstractInsnNode[] code, Set<AbstractInsnNode> starts, int[] blockOf,
            boolean isLibrary) {
        for (int i = 0; i < code.length; ++i) {
            AbstractInsnNode at = code[i];
            int opcode = at.getOpcode();
            if (opcode < 0) {
                continue;
            }
            if (setsContext()) {
                boundCalls.before(at, starts.contains(at), context);
            }
            if (starts.contains(at) && isCounted(blockOf[i])) {
                InsnList count = new InsnList();
                count.add(new VarInsnNode(LLOAD, context));
                count.add(push(JopNode.COUNTS + slotOf(blockOf[i]) * Long.BYTES));
                count.add(hook(MEMORY, "count", "(JI)V"));
                if (config.every != 0) {
                    count.add(push(blocks.get(blockOf[i]).size()));
                    count.add(hook("java/lang/JopEvents", isLibrary ? "pass" : "tick", "(I)V"));
                }
                method.instructions.insertBefore(at, count);
            }
            if (starts.contains(at) && hasLosses() && flow.mayThrow(blockOf[i])) {
                method.instructions.insertBefore(at, push(flow.loss(blockOf[i])));
                method.instructions.insertBefore(at, new VarInsnNode(ISTORE, context + 2));
            }
            if (starts.contains(at) && hasFaults() && faults[blockOf[i]] != NO_FAULT) {
                method.instructions.insertBefore(at, push(faults[blockOf[i]]));
                method.instructions.insertBefore(at, new VarInsnNode(ISTORE, context + 3));
            }
            if (config.runsThrows() && leavesMonitor(at)) {
                InsnList leaves = new InsnList();
                leaves.add(new VarInsnNode(LLOAD, context));
                leaves.add(push(slotOf(nested())));
                leaves.add(hook(THROWS, "leaves", "(JI)V"));
                method.instructions.insertBefore(at, leaves);
            }
            if (opcode >= IRETURN && opcode <= RETURN) {
                if (!isLeaf || config.cacheKind != 0) {
                    method.instructions.insertBefore(at, exit());
                }
            } else if (opcode == LSHL || opcode == LSHR || opcode == LUSHR) {
                InsnList shift = new InsnList();
                shift.add(new InsnNode(DUP));
                shift.add(new VarInsnNode(LLOAD, context));
                shift.add(push(slotOf(addPaths(opcode, SHIFTS))));
                shift.add(hook(PROFILE, "shift", "(IJI)V"));
                method.instructions.insertBefore(at, shift);
            } else if (opcode == LCMP) {
                InsnList compare = new InsnList();
                compare.add(new VarInsnNode(LLOAD, context));
                compare.add(push(slotOf(addPaths(opcode, COMPARISONS))));
                compare.add(hook(PROFILE, "compare", "(JJJI)I"));
                method.instructions.insertBefore(at, compare);
                method.instructions.remove(at);
            } else if (isBlockCopy(at)) {
                InsnList copy = new InsnList();
                copy.add(new InsnNode(DUP));
                copy.add(new VarInsnNode(LLOAD, context));
                copy.add(push(slotOf(addPaths(linked.bytecodes(at, method)[0], WORDS))));
                copy.add(hook(PROFILE, "words", "(IJI)V"));
                method.instructions.insertBefore(at, copy);
            } else if (config.arrayReceivers && mayBeOfArray(at)) {
                method.instructions.insertBefore(at, receiver((MethodInsnNode) at));
            } else if (ObjectInit.isCall(at)) {
                method.instructions.insertBefore(at, new VarInsnNode(LLOAD, context));
                method.instructions.insertBefore(at, hook(PROFILE, looksBack ? "initObjectOfLeaf" : "initObject", looksBack ? "(J)Z" : "(J)V"));
                if (looksBack) {
                    method.instructions.insertBefore(at, new VarInsnNode(ILOAD, context + 4));
                    method.instructions.insertBefore(at, new InsnNode(IOR));
                    method.instructions.insertBefore(at, new VarInsnNode(ISTORE, context + 4));
                }
            } else if (opcode == ATHROW && runsThrows) {
                method.instructions.insertBefore(at, Refusals.thrown());
            } else if (opcode == ATHROW) {
                if (!followsExceptions) {
                    continue;
                }
                InsnList thrown = new InsnList();
                thrown.add(new InsnNode(DUP));
                thrown.add(new VarInsnNode(LLOAD, context));
                thrown.add(hook(EXCEPTIONS, "athrow", "(Ljava/lang/Throwable;J)V"));
                method.instructions.insertBefore(at, thrown);
            } else if (config.model[Features.opcode(at)]) {
                Features features = features(blockOf[i]);
                InsnList after = features.after(at);
                if (after == null) {
                    method.instructions.insertBefore(at, features.before(at));
                } else {
                    method.instructions.insert(at, after);
                }
            } else {
                if (runsThrows) {
                    method.instructions.insertBefore(at, new Refusals(types, context + 5).before(at));
                }
                InsnList routine = new Routine(config, types, loader, context + 5).before(at);
                if (routine != null) {
                    method.instructions.insertBefore(at, routine);
                }
                InsnList behind = new Routine(config, types, loader, context + 5).after(at);
                if (behind != null) {
                    method.instructions.insert(at, behind);
                }
            }
        }
        if (config.pricesCollections) {
            new Objects(method, context).follow(code);
        }
    }

    private boolean leavesMonitor(AbstractInsnNode at) {
        int[] bytecodes = linked.bytecodes(at, method);
        return bytecodes[0] == MONITOREXIT || bytecodes.length > 1 && bytecodes[1] == MONITOREXIT;
    }

    /** The count of monitors that are left while others are held. */
    private int nested() {
        if (nested < 0) {
            nested = addPaths(MONITOREXIT, NESTED);
        }
        return nested;
    }

    /** Whether an instruction copies words between the stack and memory. */
    private static boolean isBlockCopy(AbstractInsnNode at) {
        return at instanceof MethodInsnNode && ((MethodInsnNode) at).owner.equals("com/jopdesign/sys/Native")
                && ((MethodInsnNode) at).name.contains("Mem") && ((MethodInsnNode) at).name.contains("2");
    }

    /** Whether a virtual call may be one of an array: only methods of Object are. */
    private boolean mayBeOfArray(AbstractInsnNode at) {
        return at.getOpcode() == INVOKEVIRTUAL && ((MethodInsnNode) at).owner.equals("java/lang/Object")
                && linked.bytecodes(at, method)[0] == INVOKEVIRTUAL
                && Type.getArgumentsAndReturnSizes(((MethodInsnNode) at).desc) >> 2 <= 2;
    }

    /** Counts a receiver that is an array, below one argument or none. */
    private InsnList receiver(MethodInsnNode at) {
        InsnList receiver = new InsnList();
        boolean hasArgument = Type.getArgumentsAndReturnSizes(at.desc) >> 2 == 2;
        receiver.add(new InsnNode(hasArgument ? DUP2 : DUP));
        if (hasArgument) {
            receiver.add(new InsnNode(POP));
        }
        receiver.add(new VarInsnNode(LLOAD, context));
        receiver.add(push(slotOf(addPaths(INVOKEVIRTUAL, ARRAY_RECEIVER))));
        receiver.add(hook(PROFILE, "receiver", "(Ljava/lang/Object;JI)V"));
        return receiver;
    }

    /** Whether there is a local with the loss of the running block. */
    private boolean hasLosses() {
        return flow != null && flow.losses() != 0;
    }

    /** Counts what the running block loses by an exception. */
    private InsnList lose() {
        InsnList lose = new InsnList();
        lose.add(new VarInsnNode(LLOAD, context));
        lose.add(new VarInsnNode(ILOAD, context + 2));
        lose.add(hook(PROFILE, "lose", "(JI)V"));
        return lose;
    }

    private boolean isCounted(int block) {
        return flow == null || !flow.isSummed(block);
    }

    /** Where a count lies in a context, which has no place for blocks whose counts follow from others. */
    private int slotOf(int count) {
        return count - followingBefore[Math.min(count, blocks.size())];
    }

    private void findSlots() {
        followingBefore = new int[blocks.size() + 1];
        for (int block = 0; block < blocks.size(); ++block) {
            followingBefore[block + 1] = followingBefore[block] + (isCounted(block) ? 0 : 1);
        }
    }

    /** Has the paths counted that bytecodes take which throw, where blocks end with these. */
    private void findFaults(AbstractInsnNode[] code, int[] blockOf) {
        if (!config.exact || !followsExceptions && !config.runsThrows()) {
            return;
        }
        int[] found = new int[blocks.size()];
        Arrays.fill(found, NO_FAULT);
        Faults paths = new Faults(linked, method, faultSlots());
        boolean areThere = false;
        for (int i = 0; i < code.length; ++i) {
            if (code[i].getOpcode() >= 0 && mayThrow(code[i].getOpcode())) {
                found[blockOf[i]] = paths.number(code, i);
                areThere |= found[blockOf[i]] != 0;
            }
        }
        faults = areThere ? found : null;
    }

    private Faults.Slots faultSlots() {
        return new Faults.Slots() {
            @Override
            public int add(int opcode, String[] scenarios) {
                return addPaths(opcode, scenarios);
            }

            @Override
            public void late(int count, int opcode, String scenario, String next) {
                paths.add(new Path(count, opcode, scenario + LATE + next));
            }

            @Override
            public int place(int count) {
                return slotOf(count);
            }
        };
    }

    /** Whether there is a local with what the last bytecode of the running block may meet. */
    private boolean hasFaults() {
        return faults != null;
    }

    /** That local, or 0. */
    private AbstractInsnNode fault() {
        return hasFaults() ? new VarInsnNode(ILOAD, context + 3) : new InsnNode(ICONST_0);
    }

    /** Whether the thread's context may be another one while this method runs. */
    private boolean setsContext() {
        return copied != null || boundCalls != null && !boundCalls.areNone();
    }

    private InsnList exit() {
        InsnList exit = new InsnList();
        if (copied != null) {
            if (config.cacheKind != 0) {
                exit.add(new VarInsnNode(LLOAD, context));
                if (looksBack) {
                    exit.add(new VarInsnNode(ILOAD, context + 4));
                }
                exit.add(hook(PROFILE, looksBack ? "exitBrieflyBound" : isLeaf ? "exitLeafBound" : "exitBound", looksBack ? "(JZ)V" : "(J)V"));
            }
            return exit;
        }
        exit.add(new VarInsnNode(LLOAD, caller));
        if (isThrower()) {
            exit.add(new VarInsnNode(LLOAD, context));
            exit.add(push(slotOf(addPaths(ARETURN, LOADS))));
            exit.add(hook(THROWS, "returns", "(JJI)V"));
            return exit;
        }
        if (config.cacheKind == 0) {
            exit.add(hook(PROFILE, "exit", "(J)V"));
        } else {
            exit.add(new VarInsnNode(LLOAD, context));
            if (looksBack) {
                exit.add(new VarInsnNode(ILOAD, context + 4));
            }
            exit.add(hook(PROFILE, looksBack ? "exitBriefly" : isLeaf ? "exitLeaf" : "exit", looksBack ? "(JJZ)V" : "(JJ)V"));
        }
        return exit;
    }

    private Features features(int block) {
        return new Features(types, loader, new Features.Slots() {
            @Override
            public int of(int opcode, int number) {
                Integer known = featureSlots.get(opcode);
                if (known == null) {
                    String[] names = new String[number];
                    for (int i = 0; i < number; ++i) {
                        names[i] = FEATURE + i;
                    }
                    known = slotOf(addPaths(opcode, names));
                    featureSlots.put(opcode, known);
                }
                return known;
            }

            @Override
            public void perBlock(int opcode, int feature, int times) {
                if (times != 0) {
                    paths.add(new Path(block, opcode, FEATURE + feature + " " + times));
                }
            }
        }, context);
    }

    private int addPaths(int opcode, String[] scenarios) {
        int first = blocks.size() + pathSlots;
        for (String scenario : scenarios) {
            paths.add(new Path(blocks.size() + pathSlots++, opcode, scenario));
        }
        return first;
    }

    /** The instruction behind which the object of a constructor is initialised; null if that is so from the start. */
    private AbstractInsnNode initialisedAfter(AbstractInsnNode[] code) {
        if (!method.name.equals("<init>")) {
            return null;
        }
        int made = 0;
        for (AbstractInsnNode at : code) {
            if (at.getOpcode() == NEW) {
                ++made;
            } else if (at.getOpcode() == INVOKESPECIAL && ((MethodInsnNode) at).name.equals("<init>")) {
                if (made == 0) {
                    return at;
                }
                --made;
            }
        }
        return null;
    }

    /**
     * Frames name an object that is not initialised by the place of its {@code new}. What was inserted before that lies behind
     * the label that named it; gives the labels in place of those.
     */
    private Map<LabelNode, LabelNode> markNews(AbstractInsnNode[] code) {
        Map<LabelNode, LabelNode> moved = new HashMap<>();
        List<LabelNode> before = new ArrayList<>();
        for (AbstractInsnNode at : code) {
            if (at instanceof LabelNode) {
                before.add((LabelNode) at);
            } else if (at.getOpcode() >= 0) {
                if (at.getOpcode() == NEW) {
                    LabelNode mark = new LabelNode();
                    method.instructions.insertBefore(at, mark);
                    for (LabelNode label : before) {
                        moved.put(label, mark);
                    }
                }
                before.clear();
            }
        }
        return moved;
    }

    private static List<Object> replaced(List<Object> types, Map<LabelNode, LabelNode> moved) {
        List<Object> replaced = new ArrayList<>();
        for (Object type : types) {
            replaced.add(moved.containsKey(type) ? moved.get(type) : type);
        }
        return replaced;
    }

    /** Gives each frame the new locals. */
    private void padFrames(AbstractInsnNode[] code, Map<LabelNode, LabelNode> moved) {
        for (AbstractInsnNode at : code) {
            if (at instanceof FrameNode) {
                FrameNode frame = (FrameNode) at;
                List<Object> locals = replaced(frame.local, moved);
                int slots = 0;
                for (Object local : locals) {
                    slots += local == LONG || local == DOUBLE ? 2 : 1;
                }
                for (; slots < caller; ++slots) {
                    locals.add(TOP);
                }
                addLocals(locals);
                frame.local = locals;
                frame.stack = replaced(frame.stack, moved);
            }
        }
    }

    /** Repairs the context at the start of each handler. */
    private void handleExceptions() {
        Set<LabelNode> handlers = new HashSet<>();
        int examined = 0;
        for (TryCatchBlockNode handler : method.tryCatchBlocks) {
            ++examined;
            if (handlers.add(handler.handler)) {
                AbstractInsnNode at = handler.handler;
                while (at.getNext() != null && at.getNext().getOpcode() < 0) {
                    at = at.getNext();
                }
                InsnList repair = new InsnList();
                if (setsContext()) {
                    repair.add(BoundCalls.handler(context));
                }
                if (runsThrows) {
                    repair.add(meets("caught"));
                }
                repair.add(new VarInsnNode(LLOAD, context));
                repair.add(hook(PROFILE, "handle", "(J)V"));
                if (hasLosses()) {
                    repair.add(lose());
                }
                if (followsExceptions) {
                    repair.add(new InsnNode(DUP));
                    repair.add(new VarInsnNode(LLOAD, context));
                    repair.add(push(examined));
                    repair.add(push(refused(handler)));
                    repair.add(fault());
                    repair.add(handler.type == null ? new InsnNode(ACONST_NULL)
                            : new LdcInsnNode(handler.type.replace('/', '.')));
                    repair.add(hook(EXCEPTIONS, "handle",
                            "(Ljava/lang/Throwable;JIIILjava/lang/String;)V"));
                }
                method.instructions.insert(at, repair);
            }
        }
    }

    /** Has an exception that the host found out thrown as on JOP. */
    private InsnList meets(String how) {
        InsnList meets = new InsnList();
        meets.add(new VarInsnNode(LLOAD, context));
        meets.add(fault());
        meets.add(hook(THROWS, how, "(Ljava/lang/Throwable;JI)Ljava/lang/Throwable;"));
        return meets;
    }

    /** Handlers of the same code before this one: an exception that this one gets has been compared with their types. */
    private int refused(TryCatchBlockNode handler) {
        int refused = 0;
        for (TryCatchBlockNode other : method.tryCatchBlocks) {
            if (other == handler) {
                break;
            }
            refused += other.start == handler.start && other.type != null ? 1 : 0;
        }
        return refused;
    }

    private void prologue(int number, AbstractInsnNode initialised) {
        LabelNode from = new LabelNode();
        LabelNode to = new LabelNode();
        InsnList begin = new InsnList();
        String enter = looksBack ? "enterBriefly" : isLeaf ? "enterLeaf" : "enter";
        if (copied != null) {
            begin.add(new VarInsnNode(LLOAD, context));
            begin.add(hook(PROFILE, enter + "Bound", "(J)V"));
        } else {
            begin.add(hook(PROFILE, "caller", "()J"));
            begin.add(new InsnNode(DUP2));
            begin.add(new VarInsnNode(LSTORE, caller));
            begin.add(push(number));
            begin.add(hook(PROFILE, enter, "(JI)J"));
            begin.add(new VarInsnNode(LSTORE, context));
        }
        if (looksBack) {
            begin.add(new VarInsnNode(LLOAD, context));
            begin.add(hook(PROFILE, "looksBack", "(J)Z"));
            begin.add(new VarInsnNode(ISTORE, context + 4));
        }
        if (hasLosses()) {
            begin.add(new InsnNode(ICONST_0));
            begin.add(new VarInsnNode(ISTORE, context + 2));
        }
        if (hasFaults()) {
            begin.add(new InsnNode(ICONST_0));
            begin.add(new VarInsnNode(ISTORE, context + 3));
        }
        if (initialised == null) {
            begin.add(from);
        } else {
            method.instructions.insert(initialised, from);
        }
        method.instructions.insert(begin);
        if (isLeaf && !looksBack && !hasLosses() && !followsExceptions && !runsThrows) {
            return;
        }
        method.instructions.add(to);
        method.instructions.add(unwindFrame());
        if (runsThrows) {
            method.instructions.add(meets("left"));
        }
        if (hasLosses()) {
            method.instructions.add(lose());
        }
        if (followsExceptions) {
            method.instructions.add(new InsnNode(DUP));
            method.instructions.add(new VarInsnNode(LLOAD, context));
            method.instructions.add(push(method.tryCatchBlocks.size()));
            method.instructions.add(push((method.access & ACC_SYNCHRONIZED) != 0 ? 1 : 0));
            method.instructions.add(fault());
            method.instructions.add(hook(EXCEPTIONS, "leave", "(Ljava/lang/Throwable;JIII)V"));
        }
        if (!isLeaf || looksBack || runsThrows) {
            method.instructions.add(new VarInsnNode(LLOAD, copied == null ? caller : context));
            method.instructions.add(hook(PROFILE, copied == null ? "unwind" : "unwindBound", "(J)V"));
        }
        method.instructions.add(new InsnNode(ATHROW));
        method.tryCatchBlocks.add(new TryCatchBlockNode(from, to, to, null));
    }

    private FrameNode unwindFrame() {
        List<Object> locals = new ArrayList<>(Collections.nCopies(caller, TOP));
        addLocals(locals);
        return new FrameNode(F_NEW, locals.size(), locals.toArray(), 1, new Object[] {"java/lang/Throwable"});
    }

    /** Types of the new locals as far as they are used, behind the program's. */
    private void addLocals(List<Object> locals) {
        if (copied == null) {
            locals.add(LONG);
        } else {
            locals.addAll(Collections.nCopies(2, TOP));
        }
        locals.add(LONG);
        boolean[] areUsed = {hasLosses(), hasFaults(), looksBack};
        int used = looksBack ? 3 : hasFaults() ? 2 : hasLosses() ? 1 : 0;
        for (int i = 0; i < used; ++i) {
            locals.add(areUsed[i] ? INTEGER : TOP);
        }
    }

    static MethodInsnNode hook(String owner, String name, String descriptor) {
        return new MethodInsnNode(INVOKESTATIC, owner, name, descriptor, false);
    }

    static AbstractInsnNode push(int value) {
        if (value >= -1 && value <= 5) {
            return new InsnNode(ICONST_0 + value);
        }
        if (value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE) {
            return new joplab.cross.asm.tree.IntInsnNode(BIPUSH, value);
        }
        if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            return new joplab.cross.asm.tree.IntInsnNode(SIPUSH, value);
        }
        return new LdcInsnNode(value);
    }

    /** What the file of counts tells of the method. */
    private byte[] describe(String name, int words, boolean isLibrary) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream to = new DataOutputStream(bytes)) {
            CountsFile.text(to, name);
            to.write(isLibrary ? 1 : 0);
            to.writeInt(words);
            to.write(Type.getReturnType(method.desc).getOpcode(IRETURN));
            int[] prologue = Linked.prologue(method);
            to.write(prologue.length);
            for (int bytecode : prologue) {
                to.write(bytecode);
            }
            to.writeInt(blocks.size());
            for (Block block : blocks) {
                to.writeShort(block.bytecodes.size());
                for (var bytecode : block.bytecodes.entrySet()) {
                    to.write(bytecode.getKey());
                    to.writeShort(bytecode.getValue());
                }
                to.writeShort(block.calls.size());
                for (String call : block.calls) {
                    to.writeInt(recording.name(call));
                }
            }
            to.writeInt(paths.size());
            for (Path path : paths) {
                to.writeInt(path.slot);
                to.write(path.opcode);
                CountsFile.text(to, path.scenario);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }
}
