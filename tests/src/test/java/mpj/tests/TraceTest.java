package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordingFile;
import mpj.tests.programs.Faulty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs with a known fault, whose diagnosis is read from the page; and traces that are damaged or incomplete. */
@MostlyWaits
class TraceTest {
    private static final Duration LIMIT = Duration.ofSeconds(300);
    private static final String PROGRAM = Faulty.class.getName();
    private static final int MOST_ATTEMPTS = 10;

    @TempDir
    Path temporary;

    private Path folder() {
        return temporary.resolve("trace");
    }

    /** A folder for ranks whose work differs. */
    private String shared() throws IOException {
        return Files.createDirectory(temporary.resolve("shared")).toString();
    }

    private Job.Result run(List<String> options, String... program) {
        List<String> arguments = new ArrayList<>(List.of("--trace", folder().toString()));
        arguments.addAll(options);
        arguments.add(PROGRAM);
        arguments.addAll(List.of(program));
        return Job.start(arguments).await(LIMIT);
    }

    private TracedJob trace(List<String> options, String... program) throws IOException {
        Job.Result result = run(options, program);
        assertEquals(0, result.exitCode(), result::toString);
        return TracedJob.read(result, folder());
    }

    @Test
    void aLateSenderIsFoundWithBothLines() throws IOException {
        TracedJob traced = trace(List.of("-np", "2"), "late-sender");
        JsonNode late = traced.finding("late-sender", 1);
        assertEquals(0, late.get("victim").asInt(), late::toString);
        assertTrue(late.get("line").asText().startsWith("Faulty.java:"), late::toString);
        assertTrue(late.get("victimLine").asText().startsWith("Faulty.java:"), late::toString);
        assertNotEquals(late.get("line").asText(), late.get("victimLine").asText());
        assertEquals(3, traced.calls("Send"), traced.summary().get("calls")::toString);
        assertEquals(2, traced.calls("Finalize"), traced.summary().get("calls")::toString);
    }

    @Test
    void ranksThatAreThreadsAreTracedAndTheRankWithTooMuchWorkIsNamed() throws IOException {
        TracedJob traced = trace(List.of("-np", "3", "-Dmpj.transport=threads"), "imbalance", shared());
        JsonNode imbalance = traced.finding("imbalance", 2);
        assertTrue(imbalance.get("line").asText().startsWith("Faulty.java:"), imbalance::toString);
        assertEquals(Set.of(0, 1, 2), traced.ranks(), traced.result()::toString);
        assertTrue(Files.exists(folder().resolve("rank-0.jfr")) && !Files.exists(folder().resolve("rank-1.jfr")),
            "one JVM has one recording");
    }

    @Test
    void fiveRanksInARingThatWaitForEachOtherAreADeadlock() throws Exception {
        Path folder = temporary.resolve("attempt-1");
        Job.Result result = endedInDeadlock(folder);
        for (int attempt = 2; attempt <= MOST_ATTEMPTS && !allHaveEndedTheirRecordings(folder); attempt++) {
            folder = temporary.resolve("attempt-" + attempt);
            result = endedInDeadlock(folder);
        }
        TracedJob traced = TracedJob.read(result, folder);
        JsonNode deadlock = traced.finding("deadlock", 0);
        assertEquals(5, deadlock.get("count").asInt(), deadlock::toString);
        for (int rank = 0; rank < 5; rank++) {
            String part = "rank " + rank + " receives from rank " + (rank + 1) % 5 + ", tag 5 (Faulty.java:";
            assertTrue(deadlock.get("text").asText().contains(part), () -> part + " is not in " + deadlock);
        }
        // The call in which they hang is in the trace up to the end of the job, although the call never returned.
        List<String> hanging = Files.readAllLines(folder.resolve("calls.csv")).stream()
            .filter(line -> line.contains(",Recv,receive,")).toList();
        assertEquals(5, hanging.size(), hanging::toString);
        String end = traced.summary().get("nanos").asText();
        assertTrue(hanging.stream().allMatch(line -> line.contains("," + end + ",Faulty.java:")), () -> end + hanging);
    }

    private static Job.Result endedInDeadlock(Path folder) throws InterruptedException {
        Job job = Job.start(List.of("--trace", folder.toString(), "-np", "5", PROGRAM, "deadlock"));
        job.awaitLines(5, line -> line.equals("receives"), LIMIT);
        awaitBlocked(job);
        job.launcher().destroy();
        return job.await(LIMIT);
    }

    /**
     * Whether each of the five ranks has ended its recording by itself. A rank has some seconds for that, and is then
     * killed. On a busy machine this is not enough, and the call in which it hangs is missing.
     */
    private static boolean allHaveEndedTheirRecordings(Path folder) {
        try {
            for (int rank = 0; rank < 5; rank++) {
                // JDK Flight Recorder writes the stacks of all threads when it ends the last chunk.
                if (RecordingFile.readAllEvents(folder.resolve("rank-" + rank + ".jfr")).stream()
                    .noneMatch(event -> event.getEventType().getName().equals("jdk.ThreadDump"))) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false; // a recording was cut short
        }
    }

    @Test
    void moreWorkBeforeAnExchangeIsAnImbalance() throws IOException {
        TracedJob traced = trace(List.of("-np", "2"), "exchange", shared());
        JsonNode imbalance = traced.finding("imbalance", 1);
        assertTrue(imbalance.get("text").asText().startsWith("Rank 0 waits in Sendrecv at Faulty.java:"),
            imbalance::toString);
    }

    @Test
    void twoRanksThatSendToEachOtherUntilTheTimeoutAreADeadlock() throws IOException {
        JobsInTurn.assumeTurnOf("twoRanksUntilTheTimeout");
        Job.Result result = run(List.of("-np", "2", "--timeout", "45"), "sends");
        assertEquals(124, result.exitCode(), result::toString);
        assertTrue(result.err().stream().noneMatch(line -> line.contains("JFR")), result::toString);
        JsonNode deadlock = TracedJob.read(result, folder()).finding("deadlock", 0);
        assertEquals(2, deadlock.get("count").asInt(), deadlock::toString);
        assertTrue(deadlock.get("text").asText().contains("let one of them receive before it sends"),
            deadlock::toString);
    }

    /**
     * Waits until the stack of each rank is in a receive. The ranks announce a receive in a line that they write before
     * it.
     */
    private static void awaitBlocked(Job job) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        List<ProcessHandle> ranks = job.ranks();
        while (Stacks.of(ranks).split("Comm.Recv", -1).length <= ranks.size()) {
            assertTrue(System.nanoTime() < deadline, () -> "not every rank waits in a receive\n"
                + job.await(Duration.ZERO));
        }
    }

    @Test
    void aRankThatDiesWhileItRecordsLeavesItsTraceUpToThen() throws IOException {
        Job.Result result = run(List.of("-np", "2"), "dies");
        assertEquals(9, result.exitCode(), result::toString);
        TracedJob traced = TracedJob.read(result, folder());
        assertEquals(Set.of(0, 1), traced.ranks(), result::toString);
        assertTrue(traced.summary().get("end").asText().contains("rank 1"), traced.summary().get("end")::toString);
        List<String> lines = Files.readAllLines(folder().resolve("calls.csv"));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("1,") && line.contains(",Sendrecv,")),
            () -> "no call of rank 1 was kept\n" + result);
    }

    @Test
    void problemsOfTheFolderAreReportedAndTheJobRuns() throws IOException {
        Files.createDirectories(folder());
        Files.writeString(folder().resolve("mine"), "");
        Job.Result result = run(List.of("-np", "1"), "tiny", "0");
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.reports().contains("mpjrun: " + folder() + " is not empty; the trace goes to " + folder()
            + "-2"), result::toString);
        TracedJob.read(result, Path.of(folder() + "-2"));
        Path file = Files.writeString(temporary.resolve("file"), "");
        Job.Result second = Job.start("--trace", file.toString(), "-np", "1", PROGRAM, "tiny", "0").await(LIMIT);
        assertEquals(0, second.exitCode(), second::toString);
        assertEquals(List.of("mpjrun: the job is not traced into " + file + ": it is a file"), second.reports());
    }

    @Test
    void aDiskWithoutRoomIsReportedAndTheJobRuns() throws Exception {
        Path disk = Files.createDirectory(temporary.resolve("disk"));
        Job job = Job.start(onDisk(disk, "20m", ""), Job.testClassPath(), List.of("--trace",
            disk.resolve("t").toString(), "-np", "2", PROGRAM, "tiny", "10"));
        job.input().close();
        Job.Result result = job.await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().contains("is not traced into")
            && result.reports().getFirst().contains("MiB are free"), result::toString);
    }

    /**
     * A command that comes before mpjrun's and gives it a disk of its own. Another command follows while the disk
     * exists.
     */
    private static List<String> onDisk(Path disk, String size, String then) throws Exception {
        List<String> mount = List.of("unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=" + size + " tmpfs '" + disk
            + "' && { \"$@\"; status=$?; " + then + " exit $status; }", "sh");
        List<String> probe = new ArrayList<>(mount);
        probe.add("true");
        assumeTrue(new ProcessBuilder(probe).start().waitFor() == 0, "nothing can be mounted here");
        return mount;
    }

    @Test
    void recordingsFromBeforeTheDiskGotFullAreKept() throws Exception {
        JobsInTurn.assumeTurnOf("whatWasRecordedBeforeTheDiskGotFull");
        Path disk = Files.createDirectory(temporary.resolve("disk"));
        Path kept = temporary.resolve("kept");
        Job job = Job.start(onDisk(disk, "200m", "[ -d '" + disk + "/t' ] && cp -r '" + disk + "/t' '" + kept + "';"),
            Job.testClassPath(), List.of("--trace", disk.resolve("t").toString(), "-np", "2", PROGRAM, "fills",
            disk.toString()));
        job.input().close();
        Job.Result result = job.await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("the recording ends here")), result::toString);
        assertTrue(result.reports().stream().anyMatch(line -> line.contains("index.html: No space left on device")),
            result::toString);
        assertTrue(!Files.exists(kept.resolve("index.html")), "half a page is left");
        List<String> facts = Files.readAllLines(kept.resolve("job.properties"));
        assertTrue(facts.contains("size=2"), facts::toString);
        for (int rank = 0; rank < 2; rank++) {
            assertTrue(RecordingFile.readAllEvents(kept.resolve("rank-" + rank + ".jfr")).stream()
                .anyMatch(event -> event.getEventType().getName().equals("mpj.Call")), "rank " + rank);
        }
    }

    @Test
    void aJdkWithoutFlightRecorderIsReportedAndTheJobRuns() throws Exception {
        JobsInTurn.assumeTurnOf("aJdkWithoutFlightRecorder");
        Path jdk = temporary.resolve("jdk");
        Process jlink = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jlink").toString(),
            "--add-modules", "java.se,jdk.compiler,jdk.unsupported", "--output", jdk.toString()).inheritIO().start();
        assumeTrue(jlink.waitFor() == 0, "this JDK cannot make an image");
        List<String> command = new ArrayList<>(Job.launcher(temporary.resolve("archive")));
        command.set(0, jdk.resolve("bin/java").toString());
        command.addAll(List.of("-cp", Job.testClassPath(), "--trace", folder().toString(), "-np", "2", PROGRAM, "tiny",
            "10"));
        Job.Result result = Job.of(new ProcessBuilder(command)).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().contains("this JDK has no module jdk.jfr"), result::toString);
    }

    @Test
    void aMillionTinyMessagesAreFound() throws IOException {
        JobsInTurn.assumeTurnOf("aMillionTinyMessages");
        TracedJob traced = trace(List.of("-np", "2"), "tiny", "1000000");
        JsonNode tiny = traced.finding("tiny-messages", 0);
        assertEquals(1_000_000, tiny.get("count").asLong(), tiny::toString);
        assertTrue(tiny.get("line").asText().startsWith("Faulty.java:"), tiny::toString);
    }
}
