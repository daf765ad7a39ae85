package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import mpj.tests.Job;
import mpj.tests.JobsInTurn;
import mpj.tests.MostlyWaits;
import mpj.tests.openmpi.programs.MeetsByName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that are started apart, and find each other by names that an mpjnamed keeps. */
@MostlyWaits
class NamesOfJobsTest {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final String SERVICE = "a service";
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final Path INSTALLED = Path.of(System.getProperty("tests.launchers"));

    @TempDir
    private Path folder;
    private Process server;
    private String address;

    @BeforeEach
    void startServer() throws IOException {
        server = mpjnamed("--listen", "127.0.0.1:0").start();
        String line = String.valueOf(server.inputReader().readLine());
        assertTrue(line.startsWith("mpjnamed listens on 127.0.0.1:"), line);
        address = line.substring(line.lastIndexOf('=') + 1);
    }

    @AfterEach
    void endServer() throws InterruptedException {
        server.destroyForcibly().waitFor();
    }

    private ProcessBuilder mpjnamed(String... arguments) {
        List<String> words = new ArrayList<>(List.of(JAVA, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
            Path.of(System.getProperty("tests.lib"), "mpj-runtime.jar").toString(), "mpj.runtime.names.Mpjnamed"));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("XDG_CONFIG_HOME", folder.toString());
        return builder;
    }

    /** Starts a job of the user whose key is in this folder. */
    private static Job start(Path config, String names, List<String> options, String what, String service) {
        List<String> words = new ArrayList<>(List.of("--api", "openmpi", "-Dmpj.names=" + names));
        words.addAll(options);
        words.addAll(List.of(MeetsByName.class.getName(), what, service));
        return Job.start(List.of("env", "XDG_CONFIG_HOME=" + config), Job.testClassPath(), words);
    }

    private Job start(int ranks, String what) {
        return start(folder, address, List.of("-np", Integer.toString(ranks), "-Dmpj.transport=shm"), what, SERVICE);
    }

    private static void assertFinalized(Job job, String what, int ranks) {
        Job.Result result = job.await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(ranks, result.out().stream().filter((what + " has finalized")::equals).count(), result::toString);
    }

    /** The output of a job whose requests are all refused. The job goes on, and ends in order. */
    private static List<String> refusals(Job job) {
        assertFinalized(job, "refused", 1);
        return job.await(LIMIT).out();
    }

    private static void assertContains(String line, String... words) {
        for (String word : words) {
            assertTrue(line.contains(word), () -> "\"" + word + "\" is not in: " + line);
        }
    }

    @Test
    void jobsOfTwoLaunchersMeetByName() throws InterruptedException {
        Job serving = start(2, "serve");
        serving.awaitLines(1, "the name is published"::equals, LIMIT);
        List<String> refusals = refusals(start(1, "refused"));
        assertContains(refusals.get(0), "publish: MPI_ERR_SERVICE", "\"a service\" is published already",
            "by mpjrun (process ");
        assertContains(refusals.get(1), "unpublish: MPI_ERR_SERVICE");
        assertContains(refusals.get(2), "look-up: MPI_ERR_NAME", "nobody has published the name \"no a service\"");
        assertFinalized(start(3, "find"), "find", 3);
        assertFinalized(serving, "serve", 2);
        assertContains(refusals(start(1, "refused")).get(0), "publish: done"); // the server has withdrawn it
    }

    @Test
    void exampleOfTheDocumentationRuns() throws InterruptedException {
        JobsInTurn.assumeTurnOf("exampleOfTheDocumentationRuns");
        String examples = System.getProperty("tests.examples") + "/";
        List<String> through = List.of("env", "XDG_CONFIG_HOME=" + folder);
        Job serving = Job.start(through, Job.testClassPath(), List.of("-np", "2", "-Dmpj.names=" + address,
            examples + "Server.java"));
        serving.awaitLines(1, "waiting for a client"::equals, LIMIT);
        Job.Result client = Job.start(through, Job.testClassPath(), List.of("-np", "3", "-Dmpj.names=" + address,
            examples + "Client.java")).await(LIMIT);
        assertEquals(0, client.exitCode(), client::toString);
        Job.Result result = serving.await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(2, result.out().stream().filter(line -> line.endsWith("the sum over 5 ranks is 15")).count(),
            result::toString);
    }

    private String published() throws IOException, InterruptedException {
        Process list = mpjnamed("--list", address).start();
        String names = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, list.waitFor(), names);
        return names;
    }

    @Test
    void nameGoesWithALauncherThatIsKilled() throws Exception {
        Job keeping = start(1, "keep");
        keeping.awaitLines(1, "the name is published"::equals, LIMIT);
        assertContains(published(), "a service: mpjrun (process " + keeping.launcher().pid());
        keeping.launcher().destroyForcibly();
        keeping.await(LIMIT);
        long deadline = System.nanoTime() + LIMIT.toNanos();
        for (String names = published(); !names.isEmpty(); names = published()) {
            assertTrue(System.nanoTime() < deadline, names);
        }
    }

    @Test
    void jobGoesOnWithoutAServer() throws IOException {
        try (Socket keepsThePort = new Socket()) { // it does not listen, and nobody else can meanwhile
            keepsThePort.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String free = "127.0.0.1:" + keepsThePort.getLocalPort();
            for (String line : refusals(start(folder, free, List.of("-np", "1"), "refused", SERVICE)).subList(0, 3)) {
                assertContains(line, ": MPI_ERR_OTHER", free, "mpj.names", "mpjnamed --listen " + free);
            }
        }
    }

    @Test
    void jobOfAnotherUserGetsNowhere() throws IOException, InterruptedException {
        Path other = folder.resolve("other");
        Process own = new ProcessBuilder("env", "XDG_CONFIG_HOME=" + other, JAVA, "-cp",
            Path.of(System.getProperty("tests.lib"), "mpj-runtime.jar").toString(), "mpj.runtime.names.Mpjnamed",
            "--listen", "127.0.0.1:0").start(); // makes that user's key
        String.valueOf(own.inputReader().readLine());
        own.destroyForcibly().waitFor();
        for (String line : refusals(start(other, address, List.of("-np", "1"), "refused", SERVICE)).subList(0, 3)) {
            assertContains(line, ": MPI_ERR_OTHER", address, "belongs to another user");
        }
    }

    /** The other host is this machine under another name, with a cache of its own and without a key. */
    @Test
    void mpjrunAsksForARankOnAnotherHost() throws IOException {
        Path ssh = Files.writeString(folder.resolve("ssh"), "shift; XDG_CONFIG_HOME=/nowhere XDG_CACHE_HOME="
            + Path.of(System.getProperty("tests.folder"), "cache-of-host") + " exec sh -c \"$*\"\n");
        List<String> lines = refusals(start(folder, address, List.of("-np", "1", "--ssh", "sh " + ssh, "--host",
            "other"), "refused", SERVICE));
        assertEquals(List.of("publish: done", "unpublish: done"), lines.subList(0, 2), lines::toString);
        assertContains(lines.get(2), "look-up: MPI_ERR_NAME");
    }

    static List<String> launchersWithPmix() {
        return List.of("/usr/bin/mpirun.openmpi --oversubscribe",
            INSTALLED.resolve("openmpi/bin/mpirun") + " --oversubscribe");
    }

    static List<String> otherLaunchers() {
        List<String> all = new ArrayList<>(launchersWithPmix());
        all.add(INSTALLED.resolve("mpich/bin/mpiexec") + " -launcher fork");
        return all;
    }

    private Job start(String launcher, List<String> options, String what) {
        Assumptions.assumeTrue(Files.isExecutable(Path.of(launcher.split(" ")[0])), launcher + " is not installed");
        List<String> through = new ArrayList<>(List.of("env", "XDG_CONFIG_HOME=" + folder));
        for (String product : List.of("OMPI", "PRTE")) {
            through.addAll(List.of(product + "_ALLOW_RUN_AS_ROOT=1", product + "_ALLOW_RUN_AS_ROOT_CONFIRM=1"));
        }
        List<String> words = new ArrayList<>(List.of("--launcher", launcher, "--api", "openmpi", "-np", "2",
            "-Dmpj.transport=shm"));
        words.addAll(options);
        words.addAll(List.of(MeetsByName.class.getName(), what, SERVICE));
        return Job.start(through, Job.testClassPath(), words);
    }

    /** The ranks of such a job ask mpjnamed themselves. */
    @ParameterizedTest
    @MethodSource("otherLaunchers")
    void jobOfAnotherLauncherMeetsOneOfMpjrun(String launcher) throws InterruptedException {
        Job serving = start(launcher, List.of("-Dmpj.names=" + address), "serve");
        serving.awaitLines(1, "the name is published"::equals, LIMIT);
        assertContains(refusals(start(1, "refused")).get(0), "by rank 0 (process ");
        assertFinalized(start(1, "find"), "find", 1);
        assertFinalized(serving, "serve", 2);
    }

    @ParameterizedTest
    @MethodSource("launchersWithPmix")
    void serverOfPmixKeepsTheNamesOfItsJob(String launcher) {
        Job job = start(launcher, List.of(), "within");
        assertFinalized(job, "within", 2);
        List<String> lines = job.await(LIMIT).out();
        assertEquals(1, lines.stream().filter(line -> line.startsWith("port: ")).distinct().count(), lines::toString);
        assertContains(starting("publish", lines), "MPI_ERR_SERVICE", "is published already, by rank 0 of");
        assertContains(starting("unpublish", lines), "MPI_ERR_SERVICE", "was published by rank 0 of");
        assertContains(starting("again", lines), "MPI_ERR_SERVICE", "nobody has published the name");
        assertContains(starting("look-up", lines), "MPI_ERR_NAME", "nobody has published the name");
    }

    private static String starting(String word, List<String> lines) {
        return lines.stream().filter(line -> line.startsWith(word + ": ")).findFirst().orElse(word + " is not there");
    }
}
