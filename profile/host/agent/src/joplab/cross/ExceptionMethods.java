package joplab.cross;

import static joplab.cross.asm.Opcodes.ARETURN;
import static joplab.cross.asm.Opcodes.ATHROW;
import static joplab.cross.asm.Opcodes.RETURN;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The methods of the runtime that stand for exceptions in the profile: they have no blocks, only features. */
final class ExceptionMethods implements JopExceptions.Names {

    private static final int EXCEPTION_ENTRY = 241;

    private final Recording recording;

    ExceptionMethods(Recording recording) {
        this.recording = recording;
    }

    void define() {
        JopExceptions.names = this;
        JopExceptions.hardwareMethod = define("com.jopdesign.sys.JVMHelp.except()V", RETURN, EXCEPTION_ENTRY,
                JopExceptions.HARDWARE_COUNTS);
        JopExceptions.athrowMethod = define(
                "com.jopdesign.sys.JVM.f_athrow(Ljava/lang/Throwable;)Ljava/lang/Throwable;", ARETURN, ATHROW,
                JopExceptions.ATHROW_COUNTS);
    }

    private int define(String name, int returns, int opcode, int features) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream to = new DataOutputStream(bytes)) {
            CountsFile.text(to, name);
            to.write(1);
            to.writeInt(0);
            to.write(returns);
            to.write(0);
            to.writeInt(0);
            to.writeInt(features);
            for (int i = 0; i < features; ++i) {
                to.writeInt(i);
                to.write(opcode);
                CountsFile.text(to, MethodInstrumenter.FEATURE + i);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return recording.define("exceptions " + opcode, 0, features, null, bytes.toByteArray());
    }

    @Override
    public boolean is(int method, String name) {
        byte[] description = recording.description(method);
        try (DataInputStream from = new DataInputStream(new ByteArrayInputStream(description))) {
            byte[] text = from.readNBytes(from.readInt());
            return new String(text, "UTF-8").startsWith(name + "(");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
