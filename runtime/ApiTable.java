import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares the public methods of our java.* classes with those that the running JDK declares, and prints a table for
 * {@code README.md}. The argument is the folder into which {@code runtime.jar} was extracted.
 */
final class ApiTable {

    /** A class as javap shows it: its parents, and methods and constructors as name and parameters. */
    private record Api(List<String> parents, Set<String> methods) {
    }

    private final Map<String, Api> ours;
    private final Map<String, Api> theirs;

    private ApiTable(Path classes) throws IOException {
        List<String> files;
        try (Stream<Path> all = Files.walk(classes.resolve("java"))) {
            files = all.filter(file -> file.toString().endsWith(".class")).map(Path::toString).sorted().toList();
        }
        ours = read(files);
        theirs = read(List.copyOf(ours.keySet()));
    }

    /** Runs javap and reads the public types in what it prints. */
    private static Map<String, Api> read(List<String> names) {
        List<String> arguments = new ArrayList<>(List.of("-public", "-s"));
        arguments.addAll(names);
        StringWriter text = new StringWriter();
        ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
        javap.run(new PrintWriter(text), new PrintWriter(System.err, true), arguments.toArray(String[]::new));
        Map<String, Api> result = new TreeMap<>();
        Api current = null;
        String member = "";
        for (String line : text.toString().lines().toList()) {
            if (line.endsWith("{")) {
                current = readHeader(line, result);
            } else if (line.startsWith("    descriptor: ") && current != null && member.contains("(")) {
                String descriptor = line.substring(line.indexOf(':') + 2);
                String head = member.substring(0, member.indexOf('('));
                String name = head.substring(head.lastIndexOf(' ') + 1);
                current.methods.add(name.substring(name.lastIndexOf('.') + 1)
                        + descriptor.substring(0, descriptor.indexOf(')') + 1));
            } else {
                member = line.strip();
            }
        }
        return result;
    }

    /** Reads such as {@code public class a.B<T> extends a.C<T> implements a.D<T>}; null for what is not public. */
    private static Api readHeader(String line, Map<String, Api> result) {
        // Parameters of types, from the innermost out.
        String plain = line;
        for (String before = ""; !before.equals(plain);) {
            before = plain;
            plain = plain.replaceAll("<[^<>]*>", "");
        }
        List<String> words = List.of(plain.replace(",", " ").replace("{", "").split("\\s+"));
        int at = Math.max(words.indexOf("class"), words.indexOf("interface"));
        if (!words.get(0).equals("public") || at < 0) {
            return null;
        }
        List<String> parents = words.subList(at + 2, words.size()).stream()
                .filter(word -> !word.equals("extends") && !word.equals("implements")).toList();
        Api api = new Api(parents, new LinkedHashSet<>());
        result.put(words.get(at + 1), api);
        return api;
    }

    /** Our methods, those of parents included, whether these are public or not. */
    private Set<String> inherited(String name) {
        Set<String> methods = new LinkedHashSet<>();
        Api api = ours.get(name);
        if (api != null) {
            methods.addAll(api.methods);
            api.parents.forEach(parent -> methods.addAll(inherited(parent)));
        }
        return methods;
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
    }

    private void print() {
        Map<String, List<String>> packages = new LinkedHashMap<>();
        theirs.keySet().stream().sorted(Comparator.comparing((String name) -> name.substring(0, name.lastIndexOf('.')))
                .thenComparing(ApiTable::simple)).forEach(name -> packages
                        .computeIfAbsent(name.substring(0, name.lastIndexOf('.')), p -> new ArrayList<>()).add(name));
        packages.forEach(this::printPackage);
    }

    private void printPackage(String title, List<String> names) {
        Set<String> whole = new TreeSet<>();
        StringBuilder rows = new StringBuilder();
        for (String name : names) {
            Set<String> there = inherited(name);
            Map<String, Integer> missing = new TreeMap<>();
            Set<String> wanted = theirs.get(name).methods;
            wanted.stream().filter(method -> !there.contains(method))
                    .forEach(method -> missing.merge(method.substring(0, method.indexOf('(')), 1, Integer::sum));
            int lost = missing.values().stream().mapToInt(Integer::intValue).sum();
            if (lost == 0) {
                whole.add(simple(name));
            } else {
                String list = missing.entrySet().stream()
                        .map(entry -> entry.getKey().equals(simple(name)) ? Map.entry("constructor", entry.getValue()) : entry)
                        .map(entry -> entry.getKey() + (entry.getValue() > 1 ? " (" + entry.getValue() + ")" : ""))
                        .collect(Collectors.joining(", "));
                rows.append("| ").append(simple(name)).append(" | ").append(wanted.size() - lost).append(" | ")
                        .append(lost).append(" | ").append(list).append(" |\n");
            }
        }
        System.out.println("### " + title + "\n");
        if (!rows.isEmpty()) {
            System.out.println("| class | there | missing | names (number of overloads) |\n|---|---|---|---|\n" + rows);
        }
        if (!whole.isEmpty()) {
            System.out.println("Whole: " + String.join(", ", whole) + ".\n");
        }
        Set<String> absent = new TreeSet<>();
        for (String name : declared(title)) {
            // A class that is missing stands for those inside it.
            boolean enclosed = absent.stream().anyMatch(outer -> simple(name).startsWith(outer + "."));
            if (!ours.containsKey(name) && !enclosed) {
                absent.add(simple(name));
            }
        }
        if (!absent.isEmpty()) {
            System.out.println("Missing: " + String.join(", ", absent) + ".\n");
        }
    }

    /** The public classes of a package of the running JDK, by name. */
    private static Set<String> declared(String title) {
        Path folder = Path.of(URI.create("jrt:/java.base/" + title.replace('.', '/')));
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".class"))
                    .map(file -> title + "." + file.substring(0, file.length() - ".class".length()))
                    .filter(ApiTable::isPublic).collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isPublic(String name) {
        try {
            Class<?> type = Class.forName(name, false, null);
            for (Class<?> outer = type; outer != null; outer = outer.getDeclaringClass()) {
                if (!Modifier.isPublic(outer.getModifiers())) {
                    return false;
                }
            }
            return !type.isAnonymousClass() && !type.isLocalClass();
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    public static void main(String[] arguments) throws IOException {
        new ApiTable(Path.of(arguments[0])).print();
    }
}
