package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import mpj.tests.Job;
import mpj.tests.TestedTransport;
import mpj.tests.openmpi.programs.Encounters;
import mpj.tests.openmpi.programs.Meets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that are started separately and meet at a port. */
@Execution(ExecutionMode.CONCURRENT)
class TwoJobsMeetTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    /** Threads of two JVMs cannot reach each other. */
    private static final Set<String> WITHIN_A_JOB = Set.of("threads");

    @TempDir
    private Path folder;

    static List<TestedTransport> transports() {
        return TestedTransport.inTurn(TwoJobsMeetTest.class).stream()
            .filter(each -> !WITHIN_A_JOB.contains(each.name())).toList();
    }

    private Job start(TestedTransport transport, int ranks, String... words) {
        return start(transport, Meets.class, ranks, words);
    }

    private Job start(TestedTransport transport, Class<?> program, int ranks, String... words) {
        return Job.start(Stream.of(List.of("--api", "openmpi", "-np", Integer.toString(ranks)),
            transport.properties(), List.of(program.getName()), List.of(words)).flatMap(List::stream).toList());
    }

    private static void assertMet(Job job, int ranks) {
        Job.Result result = job.await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(ranks, result.out().stream().filter("the jobs have met"::equals).count(), result::toString);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void serverAcceptsOneClientAfterTheOther(TestedTransport transport) throws InterruptedException {
        transport.assumeAvailable();
        String file = folder.resolve("port").toString();
        Job server = start(transport, 2, "accept", file, "2");
        server.awaitLines(1, "the port is open"::equals, LIMIT);
        assertMet(start(transport, 3, "connect", file), 3);
        assertMet(start(transport, 1, "connect", file), 1);
        assertMet(server, 2);
    }

    /** Such a process has no launcher that could tell it from others. */
    private Job alone(TestedTransport transport, Class<?> program, String... words) throws IOException {
        List<String> command = Stream.of(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-ea", "-cp",
            Job.openmpiClassPath() + ":" + Job.testClassPath()), transport.properties(), List.of(program.getName()),
            List.of(words)).flatMap(List::stream).toList();
        return Job.of(new ProcessBuilder(command));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void processWithoutLauncherAcceptsOthersOneAfterTheOther(TestedTransport transport)
        throws IOException, InterruptedException {
        transport.assumeAvailable();
        String file = folder.resolve("port").toString();
        Job server = alone(transport, Meets.class, "accept", file, "3");
        server.awaitLines(1, "the port is open"::equals, LIMIT);
        for (int client = 0; client < 3; client++) {
            assertMet(alone(transport, Meets.class, "connect", file), 1);
        }
        assertMet(server, 1);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void processWithoutLauncherHasSeveralOthersAtOnce(TestedTransport transport) throws IOException {
        transport.assumeAvailable();
        String file = folder.resolve("port").toString();
        List<Job> jobs = new ArrayList<>(List.of(alone(transport, Encounters.class, "gather", file, "3")));
        for (int client = 0; client < 3; client++) {
            jobs.add(alone(transport, Encounters.class, "visit", file));
        }
        jobs.forEach(each -> assertMet(each, 1));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void processesWithoutLauncherMeetOverASocket(TestedTransport transport) throws IOException {
        transport.assumeAvailable();
        String file = folder.resolve("socket").toString();
        Job listens = alone(transport, Encounters.class, "listen", file);
        assertMet(alone(transport, Encounters.class, "dial", file), 1);
        assertMet(listens, 1);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void processThatLeavesWithoutDisconnectIsLostForTheOthers(TestedTransport transport) throws IOException {
        transport.assumeAvailable();
        String file = folder.resolve("port").toString();
        Job waits = alone(transport, Encounters.class, "wait", file);
        Job leaves = alone(transport, Encounters.class, "leave", file);
        assertMet(waits, 1);
        assertMet(leaves, 1);
    }

    /** No message has passed between the jobs, so no transport has a channel that could break. */
    @ParameterizedTest
    @MethodSource("transports")
    void processThatEndsRightAfterTheJobsHaveMetIsLost(TestedTransport transport) {
        transport.assumeAvailable();
        String file = folder.resolve("port").toString();
        Job waits = start(transport, Encounters.class, 4, "miss", file);
        Job.Result vanished = start(transport, Encounters.class, 1, "vanish", file).await(LIMIT);
        assertEquals(9, vanished.exitCode(), vanished::toString);
        assertMet(waits, 4);
    }

    /** The lot decides that the process accepts. The other end is silent from then on, or says that it gives up. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void processLearnsThatTheOtherEndOfItsSocketHasGivenUp(boolean says) throws Exception {
        Path file = folder.resolve("socket");
        Job listens = alone(TestedTransport.all().getFirst(), Encounters.class, "listen", file.toString());
        listens.awaitLines(1, "it listens"::equals, LIMIT);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(Files.readString(file)))) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeLong(Long.MIN_VALUE);
            out.writeUTF("mpj");
            DataInputStream in = new DataInputStream(socket.getInputStream());
            in.readLong();
            in.readUTF();
            if (says) {
                out.writeByte(0);
            } else {
                socket.shutdownOutput();
            }
            Job.Result result = listens.await(LIMIT);
            assertNull(result.stacks(), result::toString);
            assertEquals(1, result.exitCode(), result::toString);
            assertTrue(result.err().stream().anyMatch(line -> line.contains("MPI_ERR_OTHER")
                && line.contains("has given up or ended")), result::toString);
        }
    }

    /** The job that stays must not take the second world for the first, which cannot be reached any more. */
    @ParameterizedTest
    @MethodSource("transports")
    void processThatJoinsItsJobAgainMeetsTheSameJobAgain(TestedTransport transport) throws IOException {
        transport.assumeAvailable();
        String file = folder.resolve("worlds").toString();
        Job server = alone(transport, Encounters.class, "return", file);
        assertMet(alone(transport, Encounters.class, "stay", file), 1);
        assertMet(server, 1);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void ranksThatJoinTheirJobAgainMeetTheSameJobAgain(TestedTransport transport) {
        transport.assumeAvailable();
        String file = folder.resolve("worlds").toString();
        Job server = start(transport, Encounters.class, 2, "return", file);
        assertMet(start(transport, Encounters.class, 2, "stay", file), 2);
        assertMet(server, 2);
    }

    @Test
    void whoeverHasAnotherSecretIsNotAccepted() throws IOException, InterruptedException {
        TestedTransport transport = TestedTransport.all().getFirst();
        String file = folder.resolve("port").toString();
        Job server = start(transport, 1, "accept", file, "1");
        server.awaitLines(1, "the port is open"::equals, LIMIT);
        String[] parts = Files.readString(Path.of(file)).split(":", 4);
        String guessed = folder.resolve("guessed").toString();
        Files.writeString(Path.of(guessed), String.join(":", parts[0], parts[1], "00".repeat(32), parts[3]));
        Job.Result stranger = start(transport, 1, "connect", guessed).await(LIMIT);
        assertEquals(1, stranger.exitCode(), stranger::toString);
        assertTrue(stranger.err().stream().anyMatch(line -> line.contains("MPI_ERR_PORT")), stranger::toString);
        assertMet(start(transport, 1, "connect", file), 1);
        assertMet(server, 1);
    }
}
