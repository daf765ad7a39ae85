package mpj.transport.device;

import java.io.IOException;
import java.nio.file.Files;
import mpj.bindings.Linux;

/**
 * The system's limit on the memory that a process may lock, so that it is never paged out. Registered memory is locked.
 */
public final class LockedMemory {
    private LockedMemory() {
    }

    /**
     * The remedy when memory cannot be registered.
     *
     * @return the end of an error message
     */
    public static String remedy() {
        return "; the limit of locked memory is " + limit() + " (ulimit -l, RLIMIT_MEMLOCK): raise it, if possible to"
            + " unlimited";
    }

    private static String limit() {
        try {
            return Files.readAllLines(Linux.file("/proc/self/limits")).stream()
                .filter(line -> line.startsWith("Max locked memory"))
                .map(line -> line.substring(25).strip().split("\\s+")[0]).findFirst().orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
