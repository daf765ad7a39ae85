package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mpj.tests.programs.Exchanges;
import mpj.tests.programs.Observed;
import mpj.tests.programs.WaitsForInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a running job shows, and what mpjrun reports at its end. */
@Isolated
@Timeout(300)
class ViewedJobTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    /** A job whose rank 1 waits for rank 0, which waits for the end of its input. */
    private static final class Waiting implements AutoCloseable {
        private final Process job;
        private final List<Process> viewers = new ArrayList<>();

        Waiting(String... options) throws IOException {
            List<String> command = launcher();
            command.addAll(List.of("-np", "2", "-cp", Job.testClassPath()));
            command.addAll(List.of(options));
            command.add(WaitsForInput.class.getName());
            job = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            assertEquals("ready", new BufferedReader(new InputStreamReader(job.getInputStream())).readLine());
        }

        /** Runs a command of mpjrun on this job, in a terminal if asked for. */
        BufferedReader view(boolean inTerminal, String... options) throws IOException {
            List<String> command = launcher();
            command.addAll(List.of(options));
            command.add(Long.toString(job.pid()));
            if (inTerminal) {
                command = List.of("script", "-qfec", String.join(" ", command), "/dev/null");
            }
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put("TERM", "xterm");
            Process viewer = builder.start();
            viewers.add(viewer);
            return new BufferedReader(new InputStreamReader(viewer.getInputStream(), StandardCharsets.UTF_8));
        }

        void end() throws IOException, InterruptedException {
            job.getOutputStream().close();
            assertEquals(0, job.waitFor());
        }

        @Override
        public void close() {
            viewers.forEach(Process::destroyForcibly);
            job.descendants().forEach(ProcessHandle::destroyForcibly);
            job.destroyForcibly();
        }
    }

    private static List<String> launcher() {
        return new ArrayList<>(Job.launcher(Path.of(System.getProperty("tests.folder")).resolve("archive")));
    }

    private static String lineThatFits(BufferedReader lines, String pattern) throws IOException {
        StringBuilder seen = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            seen.append(line).append('\n');
            if (line.matches(pattern)) {
                return line;
            }
        }
        throw new AssertionError("no line like " + pattern + " in\n" + seen);
    }

    private static HttpResponse<String> get(String address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(address)).timeout(LIMIT).build(),
                HttpResponse.BodyHandlers.ofString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void topShowsTheCallOfEachRank(String transport) throws Exception {
        try (Waiting job = new Waiting("-Dmpj.counters=true", "-Dmpj.transport=" + transport)) {
            BufferedReader lines = job.view(false, "--top");
            lineThatFits(lines, "job \\d+: .*WaitsForInput, 2 ranks on 1 host.*");
            String blocked = lineThatFits(lines, " +1 +\\S+ +.*Recv, rank 0, tag 5");
            assertTrue(blocked.matches(".* \\d+\\.\\d s +Recv, rank 0, tag 5"), blocked);
            lineThatFits(lines, " +0 +\\S+ +.*computing");
            job.end();
            lineThatFits(lines, "mpjrun: the job has ended");
        }
    }

    @Test
    void topRedrawsTheTerminal() throws Exception {
        try (Waiting job = new Waiting("-Dmpj.counters=true")) {
            BufferedReader lines = job.view(true, "--top");
            lineThatFits(lines, "\u001b\\[H\u001b\\[2Jjob .*");
            lineThatFits(lines, "\u001b\\[H\u001b\\[2Jjob .*");
            job.end();
        }
    }

    @Test
    void aJobThatCountsNothingIsShownWithTheRemedy() throws Exception {
        try (Waiting job = new Waiting()) {
            BufferedReader lines = job.view(false, "--top");
            lineThatFits(lines, " +1 +\\S+ +tells nothing");
            lineThatFits(lines, "Ranks that tell nothing: start the job with -Dmpj.counters=true, under mpjrun\\.");
            job.end();
        }
    }

    @Test
    void thePageIsServedOnLoopbackToWhoHasTheToken() throws Exception {
        try (Waiting job = new Waiting("-Dmpj.counters=true")) {
            BufferedReader lines = job.view(false, "--watch", "0");
            Matcher address = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/([0-9a-f]{32})/")
                .matcher(lineThatFits(lines, "http://.*"));
            assertTrue(address.matches());
            String place = "http://127.0.0.1:" + address.group(1) + "/";
            try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address.group(1)))) {
                stranger.getOutputStream().write("GET /".getBytes(StandardCharsets.US_ASCII)); // half a request
                assertTrue(get(address.group()).body().contains("<title>MPJ job</title>"));
            }
            String data = get(address.group() + "data").body();
            // The job tells this within a second. The limit is that of the test.
            while (!data.contains("\"in\":\"Recv, rank 0, tag 5\"")) {
                data = get(address.group() + "data").body();
            }
            assertTrue(data.startsWith("{\"title\":\"job ") && data.contains("\"rank\":1,"), data);
            for (String wrong : List.of("", "data", "0123456789abcdef0123456789abcdef/data")) {
                assertEquals(403, get(place + wrong).statusCode(), wrong);
            }
            InetAddress other = InetAddress.getLocalHost();
            if (!other.isLoopbackAddress()) {
                org.junit.jupiter.api.Assertions.assertThrows(IOException.class,
                    () -> new Socket(other, Integer.parseInt(address.group(1))).close());
            }
            job.end();
            assertEquals(410, get(address.group() + "data").statusCode());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--profile", "-profile"})
    void theProfileNamesRanksAndPlaces(String option) {
        Job.Result result = Job.start("-np", "2", option, "-Dmpj.events.site.above=0", Observed.class.getName())
            .await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        for (String pattern : List.of("mpjrun: -- MPI profile: .*",
            " +0 +\\d+\\.\\d{3} +\\d+\\.\\d{3} +\\d+\\.\\d{3} +\\d+\\.\\d", " +1 +\\d+\\.\\d{3} .*", " +all +.*")) {
            assertTrue(says(result, pattern), () -> pattern + "\n" + result);
        }
        // The program has one call site more than the ten that are shown. Nobody knows in advance which one is the
        // quickest.
        List<String> missing = Stream.of("2 +\\d+\\.\\d +100 +rank [01] +Bcast", "3 +\\d+\\.\\d +8 +rank 0 +Send",
                "3 +\\d+\\.\\d +8 +rank 1 +Send", "1 +\\d+\\.\\d +1048576 +rank 1 +Recv")
            .map(row -> " +\\d+\\.\\d{3} +\\d+\\.\\d +" + row
                + " at Observed.java:\\d+ \\(mpj.tests.programs.Observed.main\\)")
            .filter(row -> !says(result, row)).toList();
        assertTrue(missing.size() <= 1, () -> missing + "\n" + result);
    }

    @Test
    void theProfileHasTheCallsThatTheProgramMakesAndNoOthers() {
        Job.Result result = Job.start("-np", "2", "--profile", Exchanges.class.getName()).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("Init", "Recv", "Sendrecv", "Sendrecv_replace", "Ssend"), result.err().stream()
            .filter(line -> line.contains(" at Exchanges.java:"))
            .map(line -> line.replaceAll(".* (\\w+) at Exchanges.*", "$1")).sorted().toList(), result::toString);
    }

    private static boolean says(Job.Result result, String pattern) {
        return result.err().stream().anyMatch(line -> line.matches(pattern));
    }

    @Test
    void ranksThatDoNotComeToFinalizeAreSaidToBeMissing() {
        Job.Result result = Job.start("-np", "2", "--profile", "mpj.tests.programs.Unfinished", "half").await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("ranks have told nothing")), result::toString);
    }

    @Test
    void anInvalidPortIsAnError() {
        Job.Result result = Job.start("--watch", "70000").await(LIMIT);
        assertEquals(2, result.exitCode(), result::toString);
        assertEquals(List.of("mpjrun: --watch 70000: a port is 0 to 65535"), result.reports());
    }
}
