package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.tests.programs.Faulty;
import mpj.tests.programs.Neighbours;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Jobs on several hosts that mpjrun does not start over ssh. Its daemons or the launchers of other MPI libraries start
 * them. The tests are skipped if there are no such hosts, unless the hosts are required.
 */
@MostlyWaits
@Timeout(600)
class HostsByOtherMeansTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Path HYDRA = Path.of(System.getProperty("tests.launchers"), "mpich", "bin");
    private static final Path LIBRARY = Path.of(System.getProperty("tests.lib"));
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String PROGRAM = Neighbours.class.getName();
    private static Hosts hosts;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        hosts = Hosts.startOrSkip();
        hosts.giveAll(LIBRARY, "lib");
        hosts.giveAll(Path.of(Job.location(Neighbours.class)), "classes");
    }

    @AfterAll
    static void stop() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }

    /** Asserts that every rank has heard its neighbour, and that the job ended with this code. */
    private static void assertHeard(int ranks, int exitCode, Job job) {
        Job.Result result = job.await(LIMIT);
        int sum = ranks * (ranks - 1) / 2;
        assertEquals(IntStream.range(0, ranks).mapToObj(rank -> "rank " + rank + " of " + ranks + " heard "
                + (rank + ranks - 1) % ranks + ", sum " + sum).toList(),
            result.out().stream().filter(line -> line.startsWith("rank ")).sorted().toList(), result::toString);
        assertEquals(exitCode, result.exitCode(), result::toString);
    }

    private static Job foreign(List<String> launcher, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of("env", "--chdir=/root", "OMPI_ALLOW_RUN_AS_ROOT=1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")); // from a folder that the hosts also have
        words.addAll(launcher);
        words.addAll(List.of(JAVA, "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1", "-cp", libraryOfOneApi() + ":/root/classes", PROGRAM));
        words.addAll(List.of(arguments));
        return Job.of(hosts.startOnLaptop(words.toArray(String[]::new)));
    }

    /** The class path that {@code mpjrun --print-class-path} prints, with the folder of the hosts. */
    private static String libraryOfOneApi() throws IOException {
        try (Stream<Path> jars = Files.list(LIBRARY)) {
            return jars.map(jar -> jar.getFileName().toString())
                .filter(name -> name.endsWith(".jar") && !name.contains("openmpi"))
                .map(name -> "/root/lib/" + name).collect(Collectors.joining(":"));
        }
    }

    @Test
    void hydraSpansHosts() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(HYDRA.resolve("hydra_pmi_proxy")), HYDRA + " has no hydra_pmi_proxy");
        hosts.giveAll(HYDRA.resolve("mpiexec"), "hydra/mpiexec");
        hosts.giveAll(HYDRA.resolve("hydra_pmi_proxy"), "hydra/hydra_pmi_proxy");
        List<String> mpiexec =
            List.of("/root/hydra/mpiexec", "-launcher", "ssh", "-hosts", "a:2,b:2,c:2", "-n", "6");
        assertHeard(6, 0, foreign(mpiexec));
        assertHeard(6, 3, foreign(mpiexec, "code"));
    }

    @Test
    void openMpiSpansHosts() throws IOException {
        Assumptions.assumeTrue(ForeignLauncher.isOnPath("mpirun.openmpi"), "mpirun.openmpi is not installed");
        assertHeard(6, 0, foreign(List.of("mpirun.openmpi", "--host", "a:2,b:2,c:2", "-np", "6")));
    }

    /** The recordings come through the connections of the daemons. These connections also compare the clocks. */
    @Test
    void aJobOfTwoDaemonsIsTraced() throws Exception {
        JobsInTurn.assumeTurnOf("aJobOfTwoDaemonsIsTraced");
        Path folder = Files.createTempDirectory(Path.of(System.getProperty("tests.folder")), "trace-of-daemons");
        String key = mpjd("key").strip();
        Process first = daemon("a", "10.77.0.1:7100", key);
        Process second = daemon("b", "10.77.0.2:7100", key);
        Job.Result result = hosts.mpjrun("--trace", folder.toString(), "-np", "4", "--daemon",
            "10.77.0.1:7100,10.77.0.2:7100", Faulty.class.getName(), "imbalance").await(LIMIT);
        stop(first, second);
        assertEquals(0, result.exitCode(), result::toString);
        TracedJob traced = TracedJob.read(result, folder);
        assertEquals(Set.of(0, 1, 2, 3), traced.ranks(), result::toString);
        assertEquals("imbalance", traced.finding("imbalance", 3).get("kind").asText());
        assertEquals(2, traced.summary().get("clocks").size());
    }

    @Test
    void jobRunsOverTwoDaemons() throws Exception {
        String key = mpjd("key").strip();
        Process first = daemon("a", "10.77.0.1:7100", key);
        Process second = daemon("b", "10.77.0.2:7100", key);
        assertHeard(4, 0, hosts.mpjrun("-np", "4", "--daemon", "10.77.0.1:7100,10.77.0.2:7100", PROGRAM));
        assertHeard(4, 3, hosts.mpjrun("-np", "4", "--daemon", "10.77.0.1:7100,10.77.0.2:7100", PROGRAM, "code"));
        stop(first, second);
        hosts.awaitNoProcesses(LIMIT);
    }

    /** Stops the daemons of hosts a and b. */
    private static void stop(Process... daemons) throws InterruptedException {
        hosts.run("a", onHost("stop"));
        hosts.run("b", onHost("stop"));
        for (Process daemon : daemons) {
            assertTrue(daemon.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS), "a daemon that was stopped runs on");
        }
    }

    private static String mpjd(String... arguments) {
        List<String> words = new ArrayList<>(List.of(JAVA, "-cp", "/root/lib/*", "mpj.runtime.daemon.Mpjd"));
        words.addAll(List.of(arguments));
        return hosts.runOnLaptop(words.toArray(String[]::new));
    }

    private static String onHost(String arguments) {
        return JAVA + " -cp '/root/lib/*' mpj.runtime.daemon.Mpjd " + arguments;
    }

    /** Starts a daemon that lets this user in. The laptop trusts the daemon's key. */
    private static Process daemon(String host, String address, String key) throws IOException {
        hosts.run(host, onHost("add-key tester '" + key + "' --as root"));
        Process daemon = hosts.startOnLaptop("ssh", "-n", "-o", "BatchMode=yes", host, onHost("run --bind " + address))
            .redirectErrorStream(true).start();
        BufferedReader lines = new BufferedReader(
            new InputStreamReader(daemon.getInputStream(), StandardCharsets.UTF_8));
        String listens = String.valueOf(lines.readLine());
        assertTrue(listens.startsWith("mpjd listens on " + address), listens);
        assertEquals("", mpjd("trust", address, listens.substring(listens.lastIndexOf(' ') + 1)));
        return daemon;
    }
}
