package joplab.cross;

import static joplab.cross.asm.Opcodes.ACC_PRIVATE;
import static joplab.cross.asm.Opcodes.ACC_PUBLIC;
import static joplab.cross.asm.Opcodes.ACC_TRANSIENT;
import static joplab.cross.asm.Opcodes.ALOAD;
import static joplab.cross.asm.Opcodes.ARETURN;
import static joplab.cross.asm.Opcodes.ASM9;
import static joplab.cross.asm.Opcodes.DUP;
import static joplab.cross.asm.Opcodes.GETFIELD;
import static joplab.cross.asm.Opcodes.INVOKESTATIC;
import static joplab.cross.asm.Opcodes.INVOKEVIRTUAL;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import joplab.cross.asm.ClassReader;
import joplab.cross.asm.ClassVisitor;
import joplab.cross.asm.ClassWriter;
import joplab.cross.asm.MethodVisitor;

/**
 * Makes the folder with which {@code java.base} is patched: {@code Thread} of this very JDK with three more fields, {@code Unsafe}
 * with two methods that others may call, {@code Runtime}
 * and {@code MethodHandles.Lookup} that tell of what the agent is not shown, and show it the bytes of hidden classes; what
 * instrumented code calls, and the routines of our runtime.
 */
public final class Prepare {

    private static final String ROUTINES = "com/jopdesign/sys/";
    private static final String PROFILE = "java/lang/JopProfile";
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
    /** What defines hidden classes, from Java 15 on. */
    private static final String DEFINER = LOOKUP + "$ClassDefiner";

    private Prepare() {
    }

    /** Arguments: the folder, the agent's jar, the runtime's jar; or {@code --thread} and a folder for Thread alone. */
    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("--thread")) {
            patchThread(Path.of(arguments[1]));
            patchUnsafe(Path.of(arguments[1]));
            return;
        }
        Path folder = Path.of(arguments[0]);
        unpack(arguments[2], ROUTINES, "", folder);
        unpack(arguments[1], "patch/", "patch/", folder);
        patchThread(folder);
        patchUnsafe(folder);
        patch(folder, "java/lang/Runtime", Prepare::withCountsBeforeHalt);
        patch(folder, LOOKUP, Prepare::withHiddenClasses);
        patch(folder, DEFINER, Prepare::withHiddenBytes);
        System.out.println(System.getProperty("java.specification.version"));
        System.out.println(System.getProperty("java.home"));
    }

    static void patchThread(Path folder) throws IOException {
        patch(folder, "java/lang/Thread", writer -> new ClassVisitor(ASM9, writer) {
            @Override
            public void visitEnd() {
                visitField(ACC_PUBLIC | ACC_TRANSIENT, "jopNode", "J", null, null);
                visitField(ACC_PUBLIC | ACC_TRANSIENT, "jopOldest", "J", null, null);
                visitField(ACC_PUBLIC | ACC_TRANSIENT, "jopState", "Ljava/lang/JopThread;", null, null);
                super.visitEnd();
            }
        });
    }

    /** Contexts take memory by native methods alone: those of {@code Unsafe} become public. */
    private static void patchUnsafe(Path folder) throws IOException {
        patch(folder, "jdk/internal/misc/Unsafe", writer -> new ClassVisitor(ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String generic, String[] exceptions) {
                boolean isTaken = name.equals("allocateMemory0") || name.equals("freeMemory0");
                int changed = isTaken ? access & ~ACC_PRIVATE | ACC_PUBLIC : access;
                return super.visitMethod(changed, name, type, generic, exceptions);
            }
        });
    }

    private static void patch(Path folder, String name, Function<ClassVisitor, ClassVisitor> change) throws IOException {
        try (InputStream from = Object.class.getResourceAsStream("/" + name + ".class")) {
            if (from == null) {
                // An older JDK.
                return;
            }
            byte[] original = from.readAllBytes();
            ClassReader reader = ClassFiles.reader(original);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(change.apply(writer), 0);
            Path file = folder.resolve(name + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, ClassFiles.withVersion(writer.toByteArray(), ClassFiles.version(original)));
        }
    }

    /** {@code Runtime.halt} asks {@code JopProfile} to halt. */
    private static ClassVisitor withCountsBeforeHalt(ClassVisitor next) {
        return new ClassVisitor(ASM9, next) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String generic, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, type, generic, exceptions);
                return !name.equals("halt") ? method : new MethodVisitor(ASM9, method) {
                    @Override
                    public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                        boolean halts = owner.equals("java/lang/Shutdown") && called.equals("halt");
                        super.visitMethodInsn(opcode, halts ? PROFILE : owner, called, type, isInterface);
                    }
                };
            }
        };
    }

    /** {@code Lookup} tells of each hidden class that is made with it. */
    private static ClassVisitor withHiddenClasses(ClassVisitor next) {
        return new ClassVisitor(ASM9, next) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String generic, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, type, generic, exceptions);
                return !name.startsWith("defineHiddenClass") ? method : new MethodVisitor(ASM9, method) {
                    @Override
                    public void visitInsn(int opcode) {
                        if (opcode == ARETURN) {
                            super.visitInsn(DUP);
                            super.visitMethodInsn(INVOKESTATIC, PROFILE, "hidden", "(Ljava/lang/Object;)V", false);
                        }
                        super.visitInsn(opcode);
                    }
                };
            }
        };
    }

    /** Where the bytes of a hidden class are taken to define it, the agent is asked for others. */
    private static ClassVisitor withHiddenBytes(ClassVisitor next) {
        return new ClassVisitor(ASM9, next) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String generic, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, type, generic, exceptions);
                boolean defines = name.equals("defineClass") && type.startsWith("(ZLjava/lang/Object;)");
                return !defines ? method : new MethodVisitor(ASM9, method) {
                    private boolean isDone;

                    @Override
                    public void visitFieldInsn(int opcode, String owner, String field, String type) {
                        super.visitFieldInsn(opcode, owner, field, type);
                        if (opcode == GETFIELD && field.equals("bytes") && !isDone) {
                            isDone = true;
                            super.visitVarInsn(ALOAD, 0);
                            super.visitFieldInsn(GETFIELD, DEFINER, "lookup", "L" + LOOKUP + ";");
                            super.visitMethodInsn(INVOKEVIRTUAL, LOOKUP, "lookupClass", "()Ljava/lang/Class;", false);
                            super.visitMethodInsn(INVOKESTATIC, PROFILE, "hiddenBytes", "([BLjava/lang/Class;)[B", false);
                        }
                    }
                };
            }
        };
    }

    private static void unpack(String jar, String prefix, String cut, Path folder) throws IOException {
        try (ZipFile zip = new ZipFile(jar)) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
                String name = entry.getName();
                if (name.startsWith(prefix) && name.endsWith(".class")) {
                    Path file = folder.resolve(name.substring(cut.length()));
                    Files.createDirectories(file.getParent());
                    try (InputStream from = zip.getInputStream(entry)) {
                        Files.write(file, from.readAllBytes());
                    }
                }
            }
        }
    }
}
