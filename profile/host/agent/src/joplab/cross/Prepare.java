package joplab.cross;

import static joplab.cross.asm.Opcodes.ACC_PUBLIC;
import static joplab.cross.asm.Opcodes.ACC_TRANSIENT;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import joplab.cross.asm.ClassReader;
import joplab.cross.asm.ClassWriter;

/**
 * Makes the folder with which {@code java.base} is patched: {@code Thread} of this very JDK with two more fields, what
 * instrumented code calls, and the routines of our runtime.
 */
public final class Prepare {

    private static final String ROUTINES = "com/jopdesign/sys/";

    private Prepare() {
    }

    /** Arguments: the folder, the agent's jar, the runtime's jar; or {@code --thread} and a folder for Thread alone. */
    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("--thread")) {
            patchThread(Path.of(arguments[1]));
            return;
        }
        Path folder = Path.of(arguments[0]);
        unpack(arguments[2], ROUTINES, "", folder);
        unpack(arguments[1], "patch/", "patch/", folder);
        patchThread(folder);
        System.out.println(System.getProperty("java.specification.version"));
    }

    static void patchThread(Path folder) throws IOException {
        try (InputStream from = Object.class.getResourceAsStream("/java/lang/Thread.class")) {
            byte[] original = from.readAllBytes();
            ClassReader reader = ClassFiles.reader(original);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(writer, 0);
            writer.visitField(ACC_PUBLIC | ACC_TRANSIENT, "jopContext", "Ljava/lang/JopContext;", null, null);
            writer.visitField(ACC_PUBLIC | ACC_TRANSIENT, "jopState", "Ljava/lang/JopThread;", null, null);
            Path file = folder.resolve("java/lang/Thread.class");
            Files.createDirectories(file.getParent());
            Files.write(file, ClassFiles.withVersion(writer.toByteArray(), ClassFiles.version(original)));
        }
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
