package joplab.cross;

import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.MethodInsnNode;
import joplab.cross.asm.tree.MethodNode;

/** The frames of the runtime's start, which are below those of the program, and which the host has not. */
final class Start {

    private static final String CLASS = "com.jopdesign.sys.Startup.";

    private JopShape boot;
    private int main;
    private int toInitialisers;
    private JopShape initialisers;
    private int initialiser;

    /** Learns of a method whose shape is known. */
    void learn(String called, JopShape shape, MethodNode method, Linked linked) {
        if (called.equals(CLASS + "boot()V")) {
            boot = shape;
            main = place(method, linked, "invoke");
            toInitialisers = place(method, linked, "initialiseClasses");
        } else if (called.equals(CLASS + "initialiseClasses()V")) {
            initialisers = shape;
            initialiser = place(method, linked, "invoke");
        }
    }

    /** Where a method calls another one; its first place if it does not. */
    private static int place(MethodNode method, Linked linked, String called) {
        for (var each : linked.places(method).entrySet()) {
            AbstractInsnNode at = each.getKey();
            if (at instanceof MethodInsnNode && ((MethodInsnNode) at).name.equals(called)) {
                return each.getValue();
            }
        }
        return 0;
    }

    /** Tells the stack image. */
    void define() {
        JopFrames.defineStart(boot, main, toInitialisers, initialisers, initialiser);
    }
}
