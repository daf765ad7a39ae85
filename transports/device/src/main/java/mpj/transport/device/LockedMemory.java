package mpj.transport.device;

import java.io.IOException;
import java.nio.file.Files;
import mpj.bindings.Linux;

/** The system's limit of memory that a process may keep from being paged out, as registered memory is. */
public final class LockedMemory {
    private LockedMemory() {
    }

    /**
     * What to do when memory cannot be registered.
     *
     * @return the end of an error's message
     */
    public static String remedy() {
        return "; the limit of locked memory is " + limit() + " (ulimit -l, RLIMIT_MEMLOCK): raise it, to unlimited if"
            + " may be";
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
