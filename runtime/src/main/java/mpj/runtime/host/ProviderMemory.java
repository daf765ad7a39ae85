package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import mpj.bindings.Linux;

/**
 * Files that libfabric's provider {@code shm} leaves behind when a process did not close its endpoint: one for each
 * endpoint, named {@code PID:DOMAIN:ENDPOINT}. Peers may open the file by its name at any time, so it cannot be
 * unlinked earlier, and a killed process cannot unlink it.
 */
final class ProviderMemory {
    private static final String SHARED_MEMORY = "/dev/shm";

    private ProviderMemory() {
    }

    /** Deletes the files of a process that has ended. */
    static void removeOf(long pid) {
        String names = pid + ":[0-9]*:[0-9]*";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Linux.file(SHARED_MEMORY), names)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // There is no such folder, or the number belonged to a process of another user: no file of this job is
            // left.
            return;
        }
    }
}
