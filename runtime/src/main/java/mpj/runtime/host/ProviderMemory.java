package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What libfabric's provider {@code shm} leaves of a process that did not close its endpoint: a file for each, named
 * {@code PID:DOMAIN:ENDPOINT}. Peers open it by its name at any time, so it cannot be unlinked earlier, and a process
 * that is killed cannot do it.
 */
final class ProviderMemory {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private ProviderMemory() {
    }

    /** Removes the files of a process that has ended. */
    static void removeOf(long pid) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(SHARED_MEMORY, pid + ":[0-9]*:[0-9]*")) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // There is no such folder, or a process of another user had the number: nothing of this job's is left.
            return;
        }
    }
}
