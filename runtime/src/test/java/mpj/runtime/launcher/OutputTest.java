package mpj.runtime.launcher;

import static mpj.runtime.launcher.MpjrunProcess.name;
import static mpj.runtime.launcher.MpjrunProcess.run;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpj.runtime.launcher.MpjrunProcess.Result;
import mpj.runtime.launcher.programs.Ranks;
import mpj.runtime.launcher.programs.Ranks.Flood;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class OutputTest {
    private static final long POLL_NANOS = 10_000_000L;

    @Test
    void linesOfFourFloodingRanksDoNotMix() {
        Result result = run("-np", "4", name(Flood.class));
        assertEquals(0, result.exitCode(), result.err());
        int[] next = new int[4];
        for (String line : result.lines()) {
            int rank = line.charAt(0) - '0';
            assertTrue(rank >= 0 && rank < 4, line);
            assertEquals(Flood.line(rank, next[rank]++), line);
        }
        assertArrayEquals(new int[] {Flood.LINES, Flood.LINES, Flood.LINES, Flood.LINES}, next);
    }

    @Test
    void bytesPassUndecodedAndAnUnfinishedLineIsNotLost() {
        Result result = run("-np", "1", name(Ranks.Bytes.class));
        byte[] expected = new byte[256];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = (byte) i;
        }
        assertArrayEquals(expected, result.bytes());
        assertTrue(result.err().endsWith("err without end"), result.err());
    }

    @Test
    void lineLongerThanAnyBufferPasses() {
        Result result = run("-np", "1", name(Ranks.LongLine.class));
        byte[] expected = new byte[Ranks.LongLine.LENGTH + 1];
        Arrays.fill(expected, (byte) 'x');
        expected[Ranks.LongLine.LENGTH] = '\n';
        assertArrayEquals(expected, result.bytes());
    }

    @Test
    void filesHaveWhatEachRankPrintsByteForByte(@TempDir Path folder) throws IOException {
        Result result = run("-np", "4", "--output", folder.resolve("flood").toString(), name(Flood.class));
        assertEquals(0, result.exitCode(), result.err());
        assertEquals("", result.out());
        for (int rank = 0; rank < 4; rank++) {
            List<String> lines = Files.readAllLines(folder.resolve("flood/rank-" + rank + ".out"));
            assertEquals(Flood.LINES, lines.size());
            for (int number = 0; number < Flood.LINES; number++) {
                assertEquals(Flood.line(rank, number), lines.get(number));
            }
        }
        run("-np", "2", "--output", folder.resolve("bytes").toString(), name(Ranks.Bytes.class));
        byte[] expected = new byte[256];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = (byte) i;
        }
        assertArrayEquals(expected, Files.readAllBytes(folder.resolve("bytes/rank-1.out")));
        assertTrue(Files.readString(folder.resolve("bytes/rank-0.err")).endsWith("err without end"));
    }

    @Test
    void reportHasTheLastLinesThatWentIntoAFile(@TempDir Path folder) {
        Result result = run("-np", "2", "--output", folder.toString(), name(Ranks.Throw.class));
        assertEquals(1, result.exitCode());
        assertTrue(result.err().contains("the last lines it printed") && result.err().contains("thrown by rank "),
            result.err());
    }

    @Test
    void questionOfASingleRankIsSeenBeforeItsAnswer() throws IOException {
        MpjrunProcess job = MpjrunProcess.start("-np", "1", name(Ranks.Ask.class));
        byte[] question = job.process().getInputStream().readNBytes(Ranks.Ask.QUESTION.length());
        assertEquals(Ranks.Ask.QUESTION, new String(question, StandardCharsets.US_ASCII));
        try (OutputStream in = job.process().getOutputStream()) {
            in.write("42\n".getBytes(StandardCharsets.US_ASCII));
        }
        assertEquals("42\n", job.await().out());
    }

    @ParameterizedTest
    @CsvSource({"--timeout 100, ''", "--tag-output, '[0] '"})
    void questionOfOneOfSeveralRanksIsSeenBeforeItsAnswer(String options, String tag) throws IOException {
        MpjrunProcess job = MpjrunProcess.start(("-np 3 " + options + " " + name(Ranks.OneAsks.class)).split(" "));
        String question = tag + Ranks.Ask.QUESTION;
        assertEquals(question, new String(job.process().getInputStream().readNBytes(question.length()),
            StandardCharsets.US_ASCII));
        try (OutputStream in = job.process().getOutputStream()) {
            in.write("42\n".getBytes(StandardCharsets.US_ASCII));
        }
        assertEquals("42\n", job.await().out(), "the line goes on, without another tag");
    }

    @Test
    void fileHasTheQuestionBeforeItsAnswer(@TempDir Path folder) throws Exception {
        MpjrunProcess job = MpjrunProcess.start("-np", "2", "--output", folder.toString(), name(Ranks.OneAsks.class));
        Path file = folder.resolve("rank-0.out");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        while (!Files.exists(file) || !Files.readString(file).equals(Ranks.Ask.QUESTION)) {
            assertTrue(System.nanoTime() < deadline, "no question in " + file);
            LockSupport.parkNanos(POLL_NANOS);
        }
        try (OutputStream in = job.process().getOutputStream()) {
            in.write("42\n".getBytes(StandardCharsets.US_ASCII));
        }
        job.await();
        assertEquals(Ranks.Ask.QUESTION + "42\n", Files.readString(file));
    }

    @Test
    void tagNamesTheRankOfEachLine() {
        Result result = run("-np", "2", "--tag-output", name(Ranks.PrintArguments.class), "one", "two");
        assertEquals(List.of("[0] one", "[0] two", "[1] one", "[1] two"), result.lines().stream().sorted().toList());
    }

    @Test
    void onlyRankZeroReadsStandardInput() throws IOException {
        MpjrunProcess job = MpjrunProcess.start("-np", "3", name(Ranks.CountInput.class));
        byte[] input = new byte[300_000];
        Arrays.fill(input, (byte) 3);
        try (OutputStream in = job.process().getOutputStream()) {
            in.write(input);
        }
        Result result = job.await();
        assertEquals(List.of("0 read 300000 sum 900000", "1 read 0 sum 0", "2 read 0 sum 0"),
            result.lines().stream().sorted().toList(), result.err());
    }
}
