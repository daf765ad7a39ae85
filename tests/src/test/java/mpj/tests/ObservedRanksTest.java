package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import mpj.tests.programs.Observed;
import mpj.tests.programs.OverlappingBcast;
import mpj.tests.programs.SurviveLoss;
import mpj.tests.programs.WaitsForInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Observations of ranks whose calls and messages are known. */
class ObservedRanksTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir
    private Path folder;

    private static Job.Result run(List<String> options, String... arguments) {
        Job.Result result = Job.start(Stream.of(List.of("-np", "2"), options, List.of(Observed.class.getName()),
            List.of(arguments)).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        return result;
    }

    private List<RecordedEvent> record(String transport) throws IOException {
        run(List.of("-Dmpj.transport=" + transport, "-Dmpj.events=true", "-Dmpj.events.site.above=0",
            "-J-XX:StartFlightRecording:filename=" + folder + "/%p.jfr"));
        return recorded();
    }

    private List<RecordedEvent> recorded() throws IOException {
        List<RecordedEvent> events = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".jfr")).toList()) {
                events.addAll(RecordingFile.readAllEvents(file));
            }
        }
        return events;
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String type, int rank,
                                          Predicate<RecordedEvent> which) {
        return events.stream().filter(event -> event.getEventType().getName().equals(type)
            && event.getInt("rank") == rank && which.test(event)).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void callsAreRecordedWithTheirArgumentsAndTheProgramsLine(String transport) throws IOException {
        List<RecordedEvent> events = record(transport);
        for (int rank = 0; rank < 2; rank++) {
            String calls = of(events, "mpj.Call", rank, event -> true).toString();
            for (String name : List.of("Init", "Barrier", "Bcast", "Comm_split", "Finalize")) {
                assertEquals(1, of(events, "mpj.Call", rank, event -> event.getString("call").equals(name)).size(),
                    () -> name + " of\n" + calls);
            }
            int self = rank;
            int other = 1 - rank;
            List<RecordedEvent> received = of(events, "mpj.Call", rank, event -> event.getString("call").equals("Recv")
                && event.getInt("tag") == 6 - self && event.getInt("peer") == other && event.getLong("bytes") == 8);
            assertEquals(Observed.TRIPS, received.size(), calls);
            for (RecordedEvent event : received) {
                assertTrue(event.getString("line")
                    .matches("Observed\\.java:\\d+ \\(mpj\\.tests\\.programs\\.Observed\\.main\\)"), event::toString);
                assertEquals("MPI_COMM_WORLD (context " + event.getInt("context") + ")",
                    event.getString("communicator"));
                assertTrue(event.getLong("blocked") <= event.getDuration().toNanos(), event::toString);
            }
            assertTrue(of(events, "mpj.Call", rank, event -> event.getString("call").equals("Bcast")).getFirst()
                .getString("algorithm") != null, calls);
            assertEquals(2, of(events, "mpj.CollectivePhase", rank, event ->
                event.getString("collective").equals("Bcast")).size());
        }
    }

    @Test
    void copiesOfACollectiveArePhasesOfTheirOwn() throws IOException {
        Job.Result result = Job.start("-np", "2", "-Dmpj.events=true", "-J-XX:StartFlightRecording:filename=" + folder
            + "/%p.jfr", OverlappingBcast.class.getName()).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        List<RecordedEvent> events = recorded();
        for (String call : List.of("Bcast", "Ibcast")) {
            Set<String> phases = new HashSet<>();
            for (RecordedEvent event : of(events, "mpj.CollectivePhase", 1, each ->
                each.getString("collective").equals(call))) {
                phases.add(event.getString("phase"));
            }
            assertEquals(Set.of("prepare", "pack", "exchange", "unpack"), phases, call);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads", "nio"})
    void bothSidesOfAMessageCanBeJoined(String transport) throws IOException {
        List<RecordedEvent> events = record(transport);
        for (int rank = 0; rank < 2; rank++) {
            int sender = rank;
            int receiver = 1 - rank;
            Set<String> sent = names(events, sender, event -> event.getInt("peer") == receiver, event ->
                is(event, "mpj.MessageSent") || isCall(event, "Send"));
            Set<String> arrived = names(events, receiver, event -> event.getInt("peer") == sender, event ->
                is(event, "mpj.MessageArrived") || isCall(event, "Recv") && !event.getBoolean("unexpected"));
            Set<String> matched = names(events, receiver, event -> event.getInt("peer") == sender, event ->
                is(event, "mpj.MessageMatched") || isCall(event, "Recv")
                    || is(event, "mpj.MessageArrived") && !event.getBoolean("unexpected"));
            assertTrue(sent.size() >= Observed.TRIPS, sent::toString);
            assertEquals(sent, arrived);
            assertEquals(sent, matched);
            assertTrue(events.stream().anyMatch(event -> isCall(event, "Send")), "no call tells of its message");
            assertTrue(events.stream().anyMatch(event -> isCall(event, "Recv")), "no call tells of its message");
        }
        RecordedEvent longOne = of(events, "mpj.MessageSent", 0, event -> event.getInt("tag") == 7).getFirst();
        assertEquals(Observed.LONG, longOne.getLong("bytes"));
        assertTrue(Set.of("rendezvous", "remote").contains(longOne.getString("protocol")), longOne::toString);
        // The launcher is on this host and has the same clock, so the samples have the offset 0.
        assertEquals(2, of(events, "mpj.ClockSample", 0, event ->
            event.getLong("offset") == 0 && event.getLong("offsetError") == 0).size());
    }

    private static boolean is(RecordedEvent event, String type) {
        return event.getEventType().getName().equals(type);
    }

    /** Whether an event is a call of this name that describes its message. */
    private static boolean isCall(RecordedEvent event, String name) {
        return is(event, "mpj.Call") && event.getString("call").equals(name) && event.getLong("sequence") != 0;
    }

    @Test
    void aRecordingThatIsStartedLaterHasTheCallsFromThenOn() throws Exception {
        Job job = Job.start(List.of(), Job.testClassPath(), List.of("-np", "2", "-Dmpj.events=true",
            WaitsForInput.class.getName()));
        job.awaitLines(1, "ready"::equals, LIMIT);
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        List<String> listed = VirtualMachine.list().stream().map(VirtualMachineDescriptor::id).toList();
        for (ProcessHandle rank : job.ranks()) {
            String pid = Long.toString(rank.pid());
            assertTrue(listed.contains(pid), () -> pid + " is not in what jcmd lists: " + listed);
            assertEquals(0, new ProcessBuilder(jcmd, pid, "JFR.start", "dumponexit=true",
                "filename=" + folder.resolve(pid + ".jfr")).redirectErrorStream(true)
                .redirectOutput(folder.resolve(pid + ".txt").toFile()).start().waitFor());
        }
        job.input().close();
        Job.Result result = job.await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        List<RecordedEvent> events = recorded();
        assertEquals(List.of("Send", "Finalize"), of(events, "mpj.Call", 0, event -> true).stream()
            .map(event -> event.getString("call")).toList());
        assertEquals(1, of(events, "mpj.Call", 1, event -> event.getString("call").equals("Finalize")).size());
    }

    @Test
    void countersAreReadFromOutsideByJmx() throws Exception {
        Job job = Job.start(List.of(), Job.testClassPath(), List.of("-np", "2", "-Dmpj.counters=true",
            WaitsForInput.class.getName()));
        job.awaitLines(1, "ready"::equals, LIMIT);
        Set<Object> ranks = new HashSet<>();
        for (ProcessHandle rank : job.ranks()) {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(rank.pid()));
            String address = jvm.startLocalManagementAgent();
            jvm.detach();
            try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address))) {
                MBeanServerConnection server = connector.getMBeanServerConnection();
                for (ObjectName name : ranksOf(server)) {
                    ranks.add(server.getAttribute(name, "Rank"));
                    assertTrue((long) server.getAttribute(name, "Calls") <= 2, "Init, and for rank 1 Recv");
                }
            }
        }
        assertEquals(Set.of(0, 1), ranks);
        job.input().close();
        assertEquals(0, job.await(LIMIT).exitCode());
    }

    /** The ranks of a JVM. They are there as soon as Init has got far enough, which may be later than on rank 0. */
    private static Set<ObjectName> ranksOf(MBeanServerConnection server) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            Set<ObjectName> names = server.queryNames(new ObjectName("mpj:type=Rank,*"), null);
            if (!names.isEmpty() || System.nanoTime() > deadline) {
                return names;
            }
        }
    }

    /** The names that must be the same on both sides. */
    private static Set<String> names(List<RecordedEvent> events, int rank, Predicate<RecordedEvent> peer,
                                     Predicate<RecordedEvent> which) {
        Set<String> names = new HashSet<>();
        for (RecordedEvent event : events.stream().filter(which)
            .filter(each -> each.getInt("rank") == rank && peer.test(each)).toList()) {
            assertTrue(names.add(event.getLong("sequence") + ": " + event.getInt("context") + " " + event.getInt("tag")
                + " " + event.getLong("bytes")), event::toString);
        }
        return names;
    }

    /**
     * The watched classes extend the plain ones. As soon as they are loaded, the compiler must take them into account.
     */
    @Test
    void aRankThatNobodyWatchesLoadsNothingThatWatches() throws IOException {
        run(List.of("-J-Xlog:class+load:file=" + folder + "/%p.log"));
        List<String> loaded = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                loaded.addAll(Files.readAllLines(file));
            }
        }
        assertTrue(loaded.stream().anyMatch(line -> line.contains(" mpj.engine.wait.Progress ")), loaded::toString);
        assertEquals(List.of(), loaded.stream().filter(line -> line.matches(".* mpj\\.(core\\.\\w+|engine)\\.Watched.*")
            || line.contains(" mpj.events.")).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void countersSayWhatARankHasDone(String transport) {
        List<String> out = run(List.of("-Dmpj.transport=" + transport, "-Dmpj.counters=true"), "print").out();
        for (int rank = 0; rank < 2; rank++) {
            // The calls are Init, the calls of the messages, Barrier, Bcast and Split.
            int calls = 1 + 2 * Observed.TRIPS + (rank == 0 ? 2 : 1) + 3;
            for (String line : List.of("calls " + calls, "algorithms [Barrier, Bcast]", "long " + (rank == 0),
                "posted 0", "transports [" + transport + "]")) {
                assertTrue(out.contains("rank " + rank + " " + line), () -> line + " is not in\n" + out);
            }
        }
    }

    @Test
    void aToolSeesTheCallsAndIsToldNoMoreWhenItFails() {
        Job.Result result = run(List.of("-Dmpj.tools=call-log", "-Dmpj.events.site.above=0"));
        assertTrue(result.out().contains("rank 0 of 2: Send MPI_COMM_WORLD peer 1 tag 5 bytes 8 at"
            + " mpj.tests.programs.Observed.main"), result::toString);
        assertTrue(result.out().contains("rank 1 of 2: Bcast MPI_COMM_WORLD peer 0 tag -1 bytes 100 at"
            + " mpj.tests.programs.Observed.main"), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.startsWith("rank 0: ") && line.contains("CallLog")
            && line.endsWith("is told nothing more of this rank, because it threw java.lang.IllegalStateException:"
            + " no more")),
            result::toString);
        assertTrue(result.out().stream().noneMatch(line -> line.startsWith("rank 0 of 2: Bcast")), result::toString);
    }

    @Test
    void aToolIsToldOfLostRanks() {
        Job.Result result = Job.start("-np", "3", "-Dmpj.tools=call-log", SurviveLoss.class.getName(), "-1", "exit")
            .await(LIMIT);
        assertNull(result.stacks(), result::toString);
        for (int rank = 0; rank < 2; rank++) {
            assertTrue(result.out().contains("rank " + rank + " lost 2"), result::toString);
        }
    }

    @Test
    void aToolThatIsNotThereIsAnErrorThatNamesThoseThatAre() {
        Job.Result result = Job.start("-np", "1", "-Dmpj.tools=nonsense", Observed.class.getName()).await(LIMIT);
        assertEquals(1, result.exitCode(), result::toString);
        assertTrue(result.err().stream().anyMatch(line ->
            line.contains("there is no tool nonsense; known are call-log")), result::toString);
    }

    /** An image made by jlink may have such a JVM. The job goes on, and says what it lacks. */
    @Test
    void aJvmWithoutFlightRecorderSaysSoAndGoesOn() {
        Job.Result result = run(List.of("-Dmpj.events=true",
            "-J--limit-modules=java.base,java.management,jdk.compiler,java.logging,jdk.unsupported"));
        assertTrue(result.err().stream().anyMatch(line -> line.startsWith("rank 0: mpj.events has no effect, since this"
            + " JVM has no module jdk.jfr")), result::toString);
    }
}
