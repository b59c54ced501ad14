package joplab.cross;

import static joplab.cross.asm.Opcodes.*;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.ClassNode;
import joplab.cross.asm.tree.InsnList;
import joplab.cross.asm.tree.InsnNode;
import joplab.cross.asm.tree.LabelNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;
import joplab.cross.asm.tree.VarInsnNode;

/**
 * The calls in one method that have one target. Each target has a place in the method's context, with the address of its own:
 *
 * <pre>
 *   JopProfile.set(context);                                           before what may begin another method, if that is not known
 *   f(arguments, JopProfile.bound(context, offset of the place, number));
 * </pre>
 *
 * Bound methods do not become their thread's context, so their callers need no repair behind the call.
 */
final class BoundCalls {

    private static final String PROFILE = "java/lang/JopProfile";

    private final Recording recording;
    private final Config config;
    private final ClassNode owner;
    private final MethodNode method;
    private final boolean isOfJvm;
    private final Map<AbstractInsnNode, Bound> targets = new LinkedHashMap<>();
    private final Map<Bound, Integer> places = new HashMap<>();

    /** Whether the thread's context is that of the method at this point of a block. */
    private boolean isSet;

    /** {@code hasPlaces} is whether the method's contexts may have places. */
    BoundCalls(Hierarchy hierarchy, Config config, Recording recording, ClassNode owner, MethodNode method, boolean isOfJvm, boolean hasPlaces) {
        this.config = config;
        this.recording = recording;
        this.owner = owner;
        this.method = method;
        this.isOfJvm = isOfJvm;
        for (AbstractInsnNode at : method.instructions) {
            Bound target = hasPlaces && at instanceof MethodInsnNode ? hierarchy.of(owner.name, (MethodInsnNode) at) : null;
            if (target != null) {
                targets.put(at, target);
                places.putIfAbsent(target, places.size());
            }
        }
    }

    boolean areNone() {
        return targets.isEmpty();
    }

    int places() {
        return places.size();
    }

    /** Makes the method's context the thread's before an instruction that may ask for it; called for all, in their order. */
    void before(AbstractInsnNode at, boolean isStart, int context) {
        boolean isBound = targets.containsKey(at);
        isSet &= !isStart;
        boolean asks = !isBound && !Leaf.isAlone(at, owner.name, isOfJvm, config);
        // What is done once in so many bytecodes asks at the start of each block.
        if ((asks || isStart && config.every != 0) && !isSet) {
            method.instructions.insertBefore(at, set(context));
            isSet = true;
        }
        isSet &= !isBound;
    }

    private static InsnList set(int context) {
        InsnList set = new InsnList();
        set.add(new VarInsnNode(LLOAD, context));
        set.add(MethodInstrumenter.hook(PROFILE, "set", "(J)V"));
        return set;
    }

    /** The same at the starts of handlers, before anything else. */
    static InsnList handler(int context) {
        return set(context);
    }

    /** The last instruction of {@link #handler} at the start of a handler; its label if there is none. */
    static AbstractInsnNode behindHandler(LabelNode label) {
        AbstractInsnNode at = label.getNext();
        while (at != null && at.getOpcode() < 0) {
            at = at.getNext();
        }
        AbstractInsnNode next = at == null || at.getOpcode() != LLOAD ? null : at.getNext();
        boolean isSet = next instanceof MethodInsnNode && ((MethodInsnNode) next).owner.equals(PROFILE)
                && ((MethodInsnNode) next).name.equals("set");
        return isSet ? next : label;
    }

    /** Turns the calls to copies, when the number of counts of a context is known. */
    void turn(int slots, int context) {
        for (Map.Entry<AbstractInsnNode, Bound> each : targets.entrySet()) {
            MethodInsnNode call = (MethodInsnNode) each.getKey();
            InsnList bound = new InsnList();
            bound.add(new VarInsnNode(LLOAD, context));
            bound.add(MethodInstrumenter.push(JopNode.COUNTS + (slots + places.get(each.getValue())) * Long.BYTES));
            bound.add(MethodInstrumenter.push(each.getValue().number(recording)));
            bound.add(MethodInstrumenter.hook(PROFILE, "bound", "(JII)J"));
            if (call.name.equals("<init>")) {
                bound.add(new InsnNode(ACONST_NULL));
            }
            method.instructions.insertBefore(call, bound);
            call.desc = Bound.copyDescriptor(call.name, call.desc);
            call.name = Bound.copyName(call.name);
        }
    }
}
