package mpj.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Removes the shared memory that MPICH leaves. Only MPI_Finalize removes it, and ranks that die or abort never call
 * MPI_Finalize.
 */
final class MpichMemory implements BeforeEachCallback, AfterEachCallback {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final Set<Path> before = new HashSet<>();

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        before.addAll(there());
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        for (Path left : there()) {
            if (!before.contains(left)) {
                Files.deleteIfExists(left);
            }
        }
    }

    private static List<Path> there() throws IOException {
        try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
            return files.filter(file -> file.getFileName().toString().startsWith("mpich_shm_")).toList();
        }
    }
}
