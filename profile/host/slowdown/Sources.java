import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files for compilers and from them. */
final class Sources {

    static List<String> of(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString).filter(name -> name.endsWith(".java")).sorted().collect(Collectors.toList());
        }
    }

    /** The sources of our runtime, its templates expanded. */
    static List<String> ofRuntime() throws Exception {
        Path folder = Files.createTempDirectory("runtime");
        new ProcessBuilder("runtime/sources.sh", "--into", folder.toString()).inheritIO().start().waitFor();
        return of(folder.resolve("src"));
    }

    static void clear(Path folder) throws IOException {
        for (Path file : classes(folder)) {
            Files.delete(file);
        }
    }

    static byte[] contents(Path folder, int status) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(status);
        for (Path file : classes(folder)) {
            all.write(Files.readAllBytes(file));
        }
        return all.toByteArray();
    }

    private static List<Path> classes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
        }
    }
}
