import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** Writes the classes of jars into a folder, with ASM's package renamed, so that a program may use another ASM. */
public final class Relocate {

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Remapper names = new Remapper() {
            @Override
            public String map(String name) {
                return name.startsWith("org/objectweb/asm/")
                        ? "joplab/cross/asm/" + name.substring("org/objectweb/asm/".length()) : name;
            }
        };
        for (int i = 1; i < arguments.length; ++i) {
            try (ZipFile jar = new ZipFile(arguments[i])) {
                for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().map(ZipEntry.class::cast)::iterator) {
                    if (entry.getName().startsWith("org/objectweb/asm/") && entry.getName().endsWith(".class")) {
                        ClassWriter writer = new ClassWriter(0);
                        try (InputStream from = jar.getInputStream(entry)) {
                            new ClassReader(from).accept(new ClassRemapper(writer, names), 0);
                        }
                        String name = entry.getName();
                        Path file = folder.resolve(names.map(name.substring(0, name.length() - 6)) + ".class");
                        Files.createDirectories(file.getParent());
                        Files.write(file, writer.toByteArray());
                    }
                }
            }
        }
    }
}
