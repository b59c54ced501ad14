package joplab.cross;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Instruments jars and folders of class files ahead of time; the first line that it prints is the number of classes. */
public final class Ahead {

    private final Config config;
    private final AheadTypes types;
    private final ClassLoader loader;
    private final List<String> notes = new ArrayList<>();
    private int classes;

    private Ahead(Config config, ClassLoader loader) {
        this.config = config;
        this.loader = loader;
        types = new AheadTypes(config);
    }

    /** Arguments: the settings, a class path of what the inputs use, the folder for the copies, the inputs. */
    public static void main(String[] arguments) throws IOException {
        Config config = Config.read(arguments[0]);
        Path out = Path.of(arguments[2]);
        List<Path> inputs = new ArrayList<>();
        List<URL> path = new ArrayList<>();
        for (int i = 3; i < arguments.length; ++i) {
            inputs.add(Path.of(arguments[i]));
            path.add(inputs.get(inputs.size() - 1).toUri().toURL());
        }
        for (String entry : arguments[1].split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                path.add(Path.of(entry).toUri().toURL());
            }
        }
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader loader = new URLClassLoader(path.toArray(new URL[0]), platform)) {
            Ahead ahead = new Ahead(config, loader);
            for (Path input : inputs) {
                Path copy = out.resolve(input.toAbsolutePath().normalize().getFileName());
                try {
                    if (Files.isDirectory(input)) {
                        ahead.folder(input, copy, out.toRealPath().getParent());
                    } else {
                        ahead.jar(input, copy);
                    }
                } catch (IOException unreadable) {
                    System.err.println(input + ": " + unreadable.getMessage());
                    System.exit(1);
                }
            }
            System.out.println(ahead.classes);
            ahead.notes.forEach(System.out::println);
        }
    }

    /** The copies may lie in the input. */
    private void folder(Path input, Path copy, Path copies) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(input)) {
            all.sorted().forEach(files::add);
        }
        for (Path file : files) {
            if (file.toRealPath().startsWith(copies)) {
                continue;
            }
            Path to = copy.resolve(input.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(to);
            } else {
                Files.write(to, copyOf(file.toString(), Files.readAllBytes(file)));
            }
        }
    }

    private void jar(Path input, Path copy) throws IOException {
        boolean wasSigned = false;
        Set<String> seen = new HashSet<>();
        try (ZipFile jar = new ZipFile(input.toFile());
                OutputStream file = Files.newOutputStream(copy);
                ZipOutputStream to = new ZipOutputStream(file)) {
            Enumeration<? extends ZipEntry> entries = jar.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                String name = entry.getName();
                if (isSignature(name)) {
                    wasSigned = true;
                } else if (seen.add(name)) {
                    ZipEntry copied = new ZipEntry(name);
                    copied.setTime(entry.getTime());
                    to.putNextEntry(copied);
                    try (InputStream from = jar.getInputStream(entry)) {
                        byte[] bytes = from.readAllBytes();
                        boolean isManifest = name.equalsIgnoreCase("META-INF/MANIFEST.MF");
                        to.write(isManifest ? withoutDigests(bytes) : copyOf(input + "!" + name, bytes));
                    }
                    to.closeEntry();
                }
            }
        }
        if (wasSigned) {
            notes.add(input + ": the copy is not signed");
        }
    }

    private static boolean isSignature(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.startsWith("META-INF/") && upper.indexOf('/', 9) < 0 && (upper.startsWith("META-INF/SIG-")
                || upper.endsWith(".SF") || upper.endsWith(".RSA") || upper.endsWith(".DSA") || upper.endsWith(".EC"));
    }

    /** A manifest as it is, or without the digests of a signed jar. */
    private static byte[] withoutDigests(byte[] bytes) throws IOException {
        Manifest manifest = new Manifest(new ByteArrayInputStream(bytes));
        boolean changed = false;
        for (Attributes section : manifest.getEntries().values()) {
            changed |= section.keySet().removeIf(key -> key.toString().endsWith("-Digest"));
        }
        if (!changed) {
            return bytes;
        }
        manifest.getEntries().values().removeIf(Attributes::isEmpty);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        manifest.write(written);
        return written.toByteArray();
    }

    /** What the copy has: an instrumented class, or the same bytes. */
    private byte[] copyOf(String path, byte[] bytes) {
        if (path.endsWith(".jar") || path.endsWith(".war")) {
            notes.add(path + ": not instrumented, as it is a jar in another; its classes are when they are loaded");
        }
        if (!path.endsWith(".class") || path.endsWith("module-info.class")) {
            return bytes;
        }
        try {
            if (Links.isIn(bytes)) {
                notes.add(path + ": is instrumented already");
                return bytes;
            }
            byte[] instrumented = instrument(path, bytes);
            ++classes;
            return instrumented;
        } catch (RuntimeException problem) {
            notes.add(path + ": not instrumented: " + Transformer.reason(problem));
            return bytes;
        }
    }

    private byte[] instrument(String path, byte[] bytes) {
        Links links = new Links(config.instrumentation(), Links.firstFor(bytes));
        types.links = links;
        byte[] instrumented = new Transformer(config, new AheadRecording(links), types).instrument(loader, false, bytes,
                new HashSet<>());
        for (String left : links.leftOut()) {
            notes.add(path + ": " + (left.startsWith("native ") ? left : "not instrumented: " + left));
        }
        return instrumented;
    }
}
