package joplab.cross;

import static joplab.cross.asm.Opcodes.INVOKESPECIAL;
import static joplab.cross.asm.Opcodes.RETURN;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import joplab.cross.asm.tree.AbstractInsnNode;
import joplab.cross.asm.tree.MethodInsnNode;

/** The constructor of Object, which the JVM knows too well to be instrumented: its calls are counted where they are made. */
final class ObjectInit {

    private ObjectInit() {
    }

    /** Gives it a number: one block with a return, of one word. */
    static void define(Recording recording) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream to = new DataOutputStream(bytes)) {
            CountsFile.text(to, "java.lang.Object.<init>()V");
            to.write(1);
            to.writeInt(1);
            to.write(RETURN);
            to.write(0);
            to.writeInt(1);
            to.writeShort(1);
            to.write(RETURN);
            to.writeShort(1);
            to.writeShort(0);
            to.writeInt(0);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        // Its block begins as often as it is called.
        int[] sums = {0, 1, 1};
        JopProfile.objectInit = recording.define("Object", 1, 1, sums, bytes.toByteArray());
    }

    static boolean isCall(AbstractInsnNode at) {
        return at.getOpcode() == INVOKESPECIAL && ((MethodInsnNode) at).owner.equals("java/lang/Object")
                && ((MethodInsnNode) at).name.equals("<init>");
    }
}
