package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import mpj.tests.programs.Neighbours;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive that the first job makes. */
class ClassDataArchiveTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int FIRST_WITH_ARCHIVED_MODULES = 25;

    @TempDir
    private Path folder;

    private Job.Result run(String... before) throws IOException {
        List<String> words = new ArrayList<>(List.of(before));
        words.addAll(Job.launcher(folder.resolve("archive")));
        words.addAll(List.of("-v", "-np", "2", "-cp", Job.testClassPath(), Neighbours.class.getName()));
        return Job.of(new ProcessBuilder(words)).await(LIMIT);
    }

    @Test
    void ranksUseItWithoutAWordOfTheirJvms() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        run();
        Job.Result second = run();
        assertEquals(0, second.exitCode(), second::toString);
        assertTrue(second.err().getFirst().contains("-XX:SharedArchiveFile="), second::toString);
        assertTrue(second.err().stream().allMatch(line -> line.startsWith("mpj")), second::toString);
        assertTrue(second.out().stream().allMatch(line -> line.startsWith("rank ")), second::toString);
    }

    @Test
    void verboseJobSaysWhereToReadWhyThereIsNone() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        // No process may write a file of more than 4 or 8 MiB, as shells count.
        Job.Result result = run("sh", "-c", "ulimit -f 8192; exec \"$@\"", "sh");
        assertEquals(0, result.exitCode(), result::toString);
        Path log = folder.resolve("archive").resolve("rehearsal.log");
        assertTrue(result.err().stream().anyMatch(line -> line.endsWith("why is in " + log)), result::toString);
        assertTrue(Files.readString(log).endsWith("the dump ended with exit code 1\n"), Files.readString(log));
    }
}
