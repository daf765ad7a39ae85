package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.imageio.ImageIO;
import mpj.apps.heat.Heat;
import mpj.apps.nbody.NBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The applications in bench/apps, at small sizes, each over several transports and with several numbers of ranks. */
class ApplicationsTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir
    Path folder;

    private static Job.Result run(Class<?> application, int ranks, String transport, String... arguments) {
        List<String> command = new ArrayList<>(List.of("-np", Integer.toString(ranks), "-Dmpj.transport=" + transport,
            "--main", application.getName()));
        command.addAll(List.of(arguments));
        return Job.start(List.of(), Job.location(application) + ":" + Job.location(CommandLine.class), command)
            .await(LIMIT);
    }

    private static String line(Job.Result result, String beginning) {
        assertEquals(0, result.exitCode(), result::toString);
        List<String> lines = result.out().stream().filter(line -> line.startsWith(beginning)).toList();
        assertEquals(1, lines.size(), result::toString);
        return lines.getFirst();
    }

    /**
     * The results are equal to the last bit, because the tree is the same for all, and forces are added up in the same
     * order.
     */
    @Test
    void universeDoesNotDependOnRanksAndTransports() throws IOException {
        JobsInTurn.assumeTurnOf("universeDoesNotDependOnRanksAndTransports");
        Path picture = folder.resolve("universe.png");
        String[] small = {"--particles", "1000", "--steps", "3", "--check", "3", "--direct", "32"};
        String[] pictured = {"--particles", "1000", "--steps", "3", "--check", "0", "--direct", "0", "--plot",
            picture.toString()};
        Set<String> checksums = new TreeSet<>();
        checksums.add(line(run(NBody.class, 1, "shm", pictured), "checksum"));
        checksums.add(line(run(NBody.class, 2, "shm", small), "checksum"));
        checksums.add(line(run(NBody.class, 3, "nio", small), "checksum"));
        checksums.add(line(run(NBody.class, 4, "threads", small), "checksum"));
        assertEquals(1, checksums.size(), checksums::toString);
        assertEquals(768, ImageIO.read(picture.toFile()).getWidth());
    }

    @Test
    void clusterDoesNotDependOnRanks() {
        String[] small = {"--model", "plummer", "--particles", "500", "--steps", "4", "--bucket", "8"};
        assertEquals(line(run(NBody.class, 1, "threads", small), "checksum"),
            line(run(NBody.class, 4, "threads", small), "checksum"));
    }

    @Test
    void scalingIsATableOfRanks() {
        Job.Result result = run(NBody.class, 3, "shm", "--scaling", "--particles", "512", "--steps", "1");
        assertEquals(0, result.exitCode(), result::toString);
        // Strong scaling and weak scaling, each with 1, 2 and 3 ranks.
        assertEquals(List.of("1", "2", "3", "1", "2", "3"), result.out().stream().map(String::strip)
            .filter(line -> line.endsWith("%")).map(line -> line.split(" ")[0]).toList(), result::toString);
    }

    /** The rounding depends on the number of ranks, but by far less than is printed. */
    @Test
    void heatDoesNotDependOnRanksAndTransports() {
        String[] small = {"--grid", "61", "--steps", "2", "--warm-up", "0", "--tolerance", "1e-6"};
        Set<String> results = new TreeSet<>();
        results.add(line(run(Heat.class, 2, "shm", small), "iterations"));
        results.add(line(run(Heat.class, 4, "nio", small), "iterations"));
        results.add(line(run(Heat.class, 6, "threads", small), "iterations"));
        assertEquals(1, results.size(), results::toString);
    }

    @Test
    void impossibleOptionsAreReportedOnceWithTheRemedy() {
        assertRefused(run(NBody.class, 3, "shm", "--particles", "64", "--bucket", "32"),
            "nbody: --particles 64 is wrong: that is 64, too few for 3 ranks; give at least 192, or fewer ranks");
        assertRefused(run(NBody.class, 2, "threads", "--plot", "/nowhere/a.png"), "nbody: --plot /nowhere/a.png is "
            + "wrong: rank 0 cannot write it; give a file in a folder that is there and that it may write to");
        assertRefused(run(Heat.class, 2, "threads", "--grid", "many"),
            "heat: Invalid value for option '--grid': 'many' is not an int");
    }

    private static void assertRefused(Job.Result result, String message) {
        assertEquals(2, result.exitCode(), result::toString);
        assertEquals(1, result.err().stream().filter(message::equals).count(), result::toString);
        assertTrue(result.out().isEmpty(), result::toString);
    }
}
