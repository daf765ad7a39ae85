package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.OutputSink;
import mpj.runtime.host.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankFilesTest {
    private static final int SIZE = 12;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final List<JobEvent> events = new ArrayList<>();

    private static void write(OutputSink sink, String text) {
        byte[] bytes = ("?" + text + "?").getBytes(StandardCharsets.UTF_8);
        sink.write(0, bytes, 1, bytes.length - 2);
    }

    private String file(String name) throws IOException {
        return Files.readString(folder.resolve("out").resolve(name));
    }

    private Console console() {
        RankFiles.prepare(folder.resolve("out"), SIZE);
        return RankFiles.of(folder.resolve("out"), 0, SIZE, new Screen(), events::add);
    }

    /** The output that would appear on the terminal. */
    private final class Screen implements Console {
        @Override
        public ProcessBuilder.Redirect input() {
            return ProcessBuilder.Redirect.INHERIT;
        }

        @Override
        public OutputSink out() {
            return (rank, bytes, offset, length) -> shown.write(bytes, offset, length);
        }

        @Override
        public OutputSink err() {
            return (rank, bytes, offset, length) -> shown.write(bytes, offset, length);
        }

        @Override
        public void say(String text) {
            shown.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public List<String> unseen(List<String> lines) {
            return List.of();
        }
    }

    @Test
    void linesGoToTheirRanksFileWithoutTheTag() throws IOException {
        Console console = console();
        write(console.out(), "[3] a\n[3] \n[11] b [4] c\n");
        write(console.out(), "[3] no end");
        write(console.out(), " of line\n");
        write(console.err(), "[3] error\n");
        assertEquals("a\n\nno end of line\n", file("rank-03.out"));
        assertEquals("b [4] c\n", file("rank-11.out"));
        assertEquals("error\n", file("rank-03.err"));
        assertEquals("", file("rank-00.out"));
        assertEquals("", shown.toString(StandardCharsets.UTF_8));
        assertEquals(2 * SIZE, Files.list(folder.resolve("out")).count());
    }

    @Test
    void otherRanksLinesMayComeBetweenThePiecesOfALine() throws IOException {
        Console console = console();
        write(console.out(), "[3] begun,");
        write(console.out(), "[4] another\n");
        write(console.out(), "[3] [gone on]");
        write(console.out(), "[4] begun");
        write(console.out(), "[3] ended\n[3] next\n");
        assertEquals("begun,[gone on]ended\nnext\n", file("rank-03.out"));
        assertEquals("another\nbegun", file("rank-04.out"));
    }

    @Test
    void linesOfNoRankAreShown() throws IOException {
        Console console = console();
        write(console.err(), "[3] x\n[0.1s][warning] y\n[99] z\n[12] \n[] \n[");
        assertEquals("[0.1s][warning] y\n[99] z\n[12] \n[] \n[", shown.toString(StandardCharsets.UTF_8));
        assertEquals("x\n", file("rank-03.err"));
    }

    @Test
    void fileThatCannotBeWrittenEndsTheJobOnce() throws IOException {
        Console console = console();
        Files.delete(folder.resolve("out/rank-03.out"));
        write(console.out(), "[3] a\n[3] b\n");
        assertEquals(1, events.size());
        assertTrue(events.getFirst() instanceof JobEvent.HostFailed(String host, String reason)
            && reason.contains("rank 3's file"), events.toString());
    }

    @Test
    void folderThatIsAFileIsRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        String message = assertThrows(UsageException.class, () -> RankFiles.prepare(file, 2)).getMessage();
        assertTrue(message.startsWith("--output " + file + ": "), message);
    }
}
