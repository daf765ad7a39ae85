package mpj.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Removes the shared memory that MPICH leaves. Only MPI_Finalize removes it, and ranks that die or abort never call
 * MPI_Finalize. What a live process uses stays, because it may belong to jobs that run beside the test. What nobody
 * uses goes, whoever has made it: a rank of an earlier test may have died only after that test looked.
 */
final class MpichMemory implements AfterEachCallback {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Path PROCESSES = Path.of("/proc");

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        Set<Path> left = new HashSet<>(there());
        if (left.isEmpty()) {
            return;
        }
        // MPICH maps a file before it closes it. So a file that was there before these two lines is found by one of
        // them, if a live process has made it.
        left.removeAll(opened());
        left.removeAll(mapped());
        for (Path file : left) {
            Files.deleteIfExists(file);
        }
    }

    /** The files that live processes have open. */
    private static Set<Path> opened() throws IOException {
        Set<Path> opened = new HashSet<>();
        for (Path process : processes()) {
            try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
                for (Path descriptor : descriptors.toList()) {
                    opened.add(target(descriptor));
                }
            } catch (IOException | UncheckedIOException e) {
                continue; // it has ended, or belongs to another user, whose files cannot be deleted either
            }
        }
        return opened;
    }

    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException e) {
            return descriptor; // it was closed meanwhile
        }
    }

    /** The files in shared memory that live processes have mapped. */
    private static Set<Path> mapped() throws IOException {
        Set<Path> mapped = new HashSet<>();
        for (Path process : processes()) {
            try (Stream<String> maps = Files.lines(process.resolve("maps"), StandardCharsets.ISO_8859_1)) {
                maps.filter(line -> line.contains(SHARED_MEMORY + "/"))
                    .forEach(line -> mapped.add(Path.of(line.substring(line.indexOf('/')))));
            } catch (IOException | UncheckedIOException e) {
                continue; // the same
            }
        }
        return mapped;
    }

    private static List<Path> processes() throws IOException {
        try (Stream<Path> processes = Files.list(PROCESSES)) {
            return processes.filter(process -> process.getFileName().toString().matches("\\d+")).toList();
        }
    }

    private static List<Path> there() throws IOException {
        try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
            return files.filter(file -> file.getFileName().toString().startsWith("mpich_shm_")).toList();
        }
    }
}
