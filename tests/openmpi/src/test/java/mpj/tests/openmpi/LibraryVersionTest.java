package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.Version;
import org.junit.jupiter.api.Test;

/**
 * The version that a job tells jobs that it meets. They refuse each other if their versions differ, and a launcher may
 * start one with the library as modules and the other with a class path.
 */
class LibraryVersionTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static String version(boolean module, String... options) {
        Job.Result result = Job.start(options).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        String line = result.out().getFirst();
        String start = "module " + module + ", version ";
        assertEquals(start, line.substring(0, Math.min(start.length(), line.length())), result::toString);
        return line.substring(start.length());
    }

    @Test
    void modulesAndClassPathHaveTheSameVersion() {
        String name = Version.class.getName();
        String[] processes = {"--api", "openmpi", "-np", "1", name};
        boolean modules = Runtime.version().feature() >= 25; // from that JDK on, the archive has the modules
        assertEquals(version(false, "--api", "openmpi", "-np", "2", "-Dmpj.transport=threads", name),
            version(modules, processes));
    }
}
