package joplab.cross;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Instruments the classes of the JDK once for many runs; {@link Kept} says what the file holds. While it works it prints a line for each
 * hundredth part.
 */
public final class Keep {

    /** What programs use most; classes of other modules are instrumented when they are loaded. */
    private static final String[] MODULES = {"java.base", "java.logging", "java.management", "java.net.http", "java.sql", "java.xml"};

    private final Config config;
    private final AheadTypes types;
    private final RandomAccessFile file;
    private final Map<String, Integer> names = new LinkedHashMap<>();
    /** Numbers of the names that the class which is being added mentions. */
    private final Set<Integer> used = new TreeSet<>();
    private final Map<String, Integer> starts = new LinkedHashMap<>();

    private Keep(Config config, RandomAccessFile file) {
        this.config = config;
        this.file = file;
        types = new AheadTypes(config);
    }

    private static final class Source {
        final Module module;
        final String name;
        final Path path;

        Source(Module module, String name, Path path) {
            this.module = module;
            this.name = name;
            this.path = path;
        }
    }

    /** Arguments: the settings, the folder with which {@code java.base} is patched, the file to write. */
    public static void main(String[] arguments) throws IOException {
        Config config = Config.read(arguments[0]);
        List<Source> sources = sources(Path.of(arguments[1]));
        try (RandomAccessFile file = new RandomAccessFile(arguments[2], "rw")) {
            Keep keep = new Keep(config, file);
            int places = Integer.highestOneBit(sources.size()) * 4;
            file.seek(Kept.HEAD + (long) places * Integer.BYTES);
            int part = 0;
            for (int i = 0; i < sources.size(); ++i) {
                keep.add(sources.get(i));
                if ((i + 1) * 100 / sources.size() > part) {
                    part = (i + 1) * 100 / sources.size();
                    System.out.println(part);
                }
            }
            keep.finish(places);
        } catch (IOException full) {
            System.err.println(full.getMessage());
            System.exit(1);
        }
    }

    /** The classes that may be instrumented, each with the bytes that the virtual machine takes. */
    private static List<Source> sources(Path patched) throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        List<Source> found = new ArrayList<>();
        for (String name : MODULES) {
            Module module = ModuleLayer.boot().findModule(name).orElse(null);
            if (module != null) {
                Path root = modules.resolve(name);
                boolean isPatched = module == Object.class.getModule();
                for (String type : classes(root)) {
                    Path other = patched.resolve(type + ".class");
                    boolean isOther = isPatched && Files.exists(other);
                    found.add(new Source(module, type, isOther ? other : root.resolve(type + ".class")));
                }
            }
        }
        return found;
    }

    private static List<String> classes(Path root) throws IOException {
        List<String> classes = new ArrayList<>();
        try (Stream<Path> all = Files.walk(root)) {
            all.map(path -> root.relativize(path).toString()).filter(name -> name.endsWith(".class") && !name.equals("module-info.class"))
                    .sorted().forEach(name -> classes.add(name.substring(0, name.length() - ".class".length())));
        }
        return classes;
    }

    private void add(Source source) throws IOException {
        byte[] bytes = Files.readAllBytes(source.path);
        ClassLoader loader = source.module.getClassLoader();
        Links links = new Links(config.instrumentation(), Links.firstFor(bytes));
        types.links = null;
        Transformer transformer = new Transformer(config, new AheadRecording(links), types);
        if (!transformer.isCovered(source.module, loader, source.name)) {
            return;
        }
        types.links = links;
        byte[] instrumented;
        try {
            instrumented = transformer.instrument(loader, true, bytes, new HashSet<>());
        } catch (RuntimeException asAtLoad) {
            return;
        }
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(record);
        CountsFile.text(to, source.name);
        used.clear();
        links.keep(to, instrumented, this::name);
        Links.integers(to, used.stream().mapToInt(Integer::intValue).toArray());
        long start = file.getFilePointer();
        if (start > Integer.MAX_VALUE - record.size()) {
            throw new IOException("the kept JDK is longer than 2 GB");
        }
        starts.put(source.name, (int) start);
        file.writeInt(record.size());
        file.writeInt(Kept.sum(record.toByteArray()));
        file.write(record.toByteArray());
    }

    private int name(String name) {
        Integer known = names.putIfAbsent(name, names.size());
        int number = known == null ? names.size() - 1 : known;
        used.add(number);
        return number;
    }

    private void finish(int places) throws IOException {
        int[] ends = new int[names.size()];
        ByteArrayOutputStream texts = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(texts);
        int count = 0;
        for (String name : names.keySet()) {
            CountsFile.text(to, name);
            ends[count++] = texts.size();
        }
        byte[] table = bytes(table(places));
        byte[] bounds = bytes(ends);
        long start = file.getFilePointer();
        file.write(bounds);
        file.write(texts.toByteArray());
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        to = new DataOutputStream(head);
        to.write(Kept.MAGIC);
        to.writeLong(file.length());
        to.writeInt(places);
        to.writeLong(start);
        to.writeInt(names.size());
        to.writeInt(texts.size());
        to.writeInt(Kept.sum(table));
        to.writeInt(Kept.sum(bounds));
        to.writeInt(Kept.sum(texts.toByteArray()));
        to.writeInt(Kept.sum(head.toByteArray()));
        file.seek(0);
        file.write(head.toByteArray());
        file.write(table);
    }

    private int[] table(int places) {
        int[] table = new int[places];
        for (Map.Entry<String, Integer> entry : starts.entrySet()) {
            int place = Kept.hash(entry.getKey().getBytes(StandardCharsets.UTF_8)) & places - 1;
            while (table[place] != 0) {
                place = place + 1 & places - 1;
            }
            table[place] = entry.getValue();
        }
        return table;
    }

    private static byte[] bytes(int[] all) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(bytes);
        for (int one : all) {
            to.writeInt(one);
        }
        return bytes.toByteArray();
    }
}
