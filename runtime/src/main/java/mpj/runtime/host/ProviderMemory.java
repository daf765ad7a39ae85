package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import mpj.bindings.Linux;

/**
 * What libfabric's provider {@code shm} leaves of a process that did not close its endpoint: a file for each, named
 * {@code PID:DOMAIN:ENDPOINT}. Peers open it by its name at any time, so it cannot be unlinked earlier, and a process
 * that is killed cannot do it.
 */
final class ProviderMemory {
    private static final String SHARED_MEMORY = "/dev/shm";

    private ProviderMemory() {
    }

    /** Removes the files of a process that has ended. */
    static void removeOf(long pid) {
        String names = pid + ":[0-9]*:[0-9]*";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Linux.file(SHARED_MEMORY), names)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // There is no such folder, or a process of another user had the number: nothing of this job's is left.
            return;
        }
    }
}
