package mpj.runtime.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.CacheFolder;

/**
 * The cache's knowledge about a source file.
 *
 * @param api the API against which it compiles
 * @param mainClass the class to run
 * @param classes the folder of the compiled classes
 * @param sources each source file with its digest
 */
record CompiledSource(Api api, String mainClass, Path classes, List<Source> sources) {

    private static final int FIRST_SOURCE = 3;

    private record Source(String digest, Path file) {
    }

    static CompiledSource of(Api api, String mainClass, Set<Path> files, Path folder, Path compiled)
        throws IOException {
        List<Source> sources = new ArrayList<>();
        for (Path file : files) {
            sources.add(new Source(digest(Files.readAllBytes(file)), file));
        }
        StringBuilder contents = new StringBuilder();
        // The digest is made from the classes, because they depend on compiler and class path as well as on the
        // sources.
        try (var walk = Files.walk(compiled)) {
            for (Path file : (Iterable<Path>) walk.filter(Files::isRegularFile).sorted()::iterator) {
                contents.append(compiled.relativize(file)).append(digest(Files.readAllBytes(file)));
            }
        }
        String name = digest(contents.toString().getBytes(StandardCharsets.UTF_8));
        return new CompiledSource(api, mainClass, folder.resolve(name), sources);
    }

    static CompiledSource read(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            List<Source> sources = new ArrayList<>();
            for (String line : lines.subList(FIRST_SOURCE, lines.size())) {
                int space = line.indexOf(' ');
                sources.add(new Source(line.substring(0, space), Path.of(line.substring(space + 1))));
            }
            return new CompiledSource(Api.named(lines.get(0)), lines.get(1), Path.of(lines.get(2)), sources);
        } catch (IOException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(api.word(), mainClass, classes.toString()));
        for (Source source : sources) {
            lines.add(source.digest + " " + source.file);
        }
        Path folder = CacheFolder.workFolder(file.getParent());
        try {
            Path fresh = Files.write(folder.resolve("index"), lines);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            CacheFolder.delete(folder);
        }
    }

    boolean isCurrent() {
        try {
            for (Source source : sources) {
                if (!source.digest.equals(digest(Files.readAllBytes(source.file)))) {
                    return false;
                }
            }
        } catch (IOException e) {
            return false;
        }
        return !sources.isEmpty() && Files.isDirectory(classes);
    }

    Program program(List<String> classPath) {
        List<String> entries = new ArrayList<>();
        entries.add(classes.toString());
        entries.addAll(classPath);
        return new Program(api, mainClass, entries);
    }

    static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
