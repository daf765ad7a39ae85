package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import mpj.tests.programs.OnHosts;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hosts that share a home folder, as on most clusters, and start from an empty cache at the same time. The agents
 * here are started without ssh.
 */
@MostlyWaits
class SharedCacheTest {
    private static final Duration LIMIT = Duration.ofSeconds(300);
    /** Prints what the jobs have left in the cache. */
    private static final String LIST = "find \"$XDG_CACHE_HOME\" -printf 'left %f\\n'";

    @TempDir
    Path cache;

    /** Runs two jobs in a row, the second with what the first has left, and returns the names of the files left. */
    private List<String> runTwice(String... before) {
        String script = Path.of(System.getProperty("tests.folder")).getParent()
            .resolve("src/test/sh/local-ssh").toString();
        List<String> through = new ArrayList<>(List.of("env", "XDG_CACHE_HOME=" + cache));
        through.addAll(List.of(before));
        through.addAll(List.of("sh", "-c", "\"$@\" && \"$@\" && " + LIST, "sh"));
        Job.Result both = Job.start(through, Job.testClassPath(), List.of("--timeout", "120", "--host", "ha:1,hb:1",
            "--ssh", script + " " + cache, "-Dmpj.transport=nio", "-Dmpj.nio.interface=lo", OnHosts.class.getName(),
            "end")).await(LIMIT);
        assertNull(both.stacks(), both::toString);
        assertEquals(0, both.exitCode(), both::toString);
        assertEquals(List.of(), both.reports(), both::toString);
        List<String> expected = IntStream.range(0, 4).mapToObj(i -> "rank " + i / 2 + " sees").toList();
        assertEquals(expected, both.out().stream().filter(line -> line.startsWith("rank "))
            .map(line -> line.substring(0, "rank 0 sees".length())).sorted().toList(), both::toString);
        List<String> left = both.out().stream().filter(line -> line.startsWith("left "))
            .map(line -> line.substring("left ".length())).toList();
        assertTrue(left.stream().noneMatch(name -> name.startsWith("new")), both::toString);
        return left;
    }

    /** One host makes the archive of agents, or gives it up because the machine has other work. */
    @Test
    void firstJobOfTwoHostsMakesOneArchiveAndEnds() {
        List<String> left = runTwice();
        assertEquals(1, left.stream().filter("key"::equals).count(), left::toString);
    }

    @Test
    void firstJobOfTwoHostsEndsWithoutRoomForAnArchive() {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "only root can mount a small disk");
        List<String> left = runTwice("unshare", "-m", "sh", "-c",
            "mount -t tmpfs -o size=64m,mode=700 tmpfs " + cache + " && exec \"$@\"", "sh");
        assertEquals(1, left.stream().filter("no-room"::equals).count(), left::toString);
        assertTrue(left.stream().noneMatch("key"::equals), left::toString);
    }
}
