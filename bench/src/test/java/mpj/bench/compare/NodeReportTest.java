package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a measurement of a node leaves, also if something is in its way. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NodeReportTest {
    @TempDir
    Path folder;

    private static NodeReport report(Path page, NodeLog log) {
        Path home = Path.of("/opt/mpj");
        Topology topology = new Topology(List.of(new Topology.Cpu(0, 0, 0, 0, ""), new Topology.Cpu(1, 0, 1, 0, "")),
            List.of(), 1);
        return new NodeReport(page, "bin/bench node", new NodeScope(List.of(NodePart.START), List.of(2), List.of(),
            List.of(), "S", List.of(Entrant.ours(new Peer.Mpj("mpj", home, false, List.of()), home)), Map.of(),
            topology), Map.of(), log);
    }

    /** A terminal that takes nothing, like a pipe that is full. */
    private static final class FullPipe extends OutputStream {
        private final CountDownLatch writes = new CountDownLatch(1);
        private final CountDownLatch over = new CountDownLatch(1);

        @Override
        public void write(int one) throws IOException {
            writes.countDown();
            try {
                over.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    @Test
    void filesAreWrittenAndJobsEndedAlthoughNobodyReadsTheTerminal() throws Exception {
        FullPipe pipe = new FullPipe();
        NodeLog log = new NodeLog(new PrintStream(pipe, true));
        NodeReport report = report(folder.resolve("node.md"), log);
        AtomicInteger ended = new AtomicInteger();
        Thread measuring = Thread.ofPlatform().daemon().start(() -> log.line("a figure"));
        try {
            pipe.writes.await();
            NodeCommand.end(report, log, ended::incrementAndGet);
        } finally {
            pipe.over.countDown();
        }
        assertEquals(1, ended.get());
        assertTrue(Files.readString(folder.resolve("node.md")).contains("told to end before all was measured"));
        List<String> lines = Files.readAllLines(folder.resolve("node.txt"));
        assertEquals("a figure", lines.getFirst());
        assertTrue(lines.getLast().startsWith("# the page: "), lines::toString);
        measuring.join();
    }

    @Test
    void pageThatCannotBeWrittenIsNotAnnounced() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NodeLog log = new NodeLog(new PrintStream(out, true));
        assertThrows(IOException.class, () -> report(folder.resolve("none/node.md"), log).write());
        assertFalse(out.toString().contains("# the page: "), out::toString);
        AtomicInteger ended = new AtomicInteger();
        NodeCommand.end(report(folder.resolve("none/node.md"), log), log, ended::incrementAndGet);
        assertEquals(1, ended.get());
        assertTrue(out.toString().contains("# the page cannot be written: "), out::toString);
    }

    @Test
    void jobsAreEndedAlsoIfThePageFails() {
        AtomicInteger ended = new AtomicInteger();
        NodeLog log = new NodeLog(System.out);
        NodeReport broken = report(null, log);
        assertThrows(NullPointerException.class, () -> NodeCommand.end(broken, log, ended::incrementAndGet));
        assertEquals(1, ended.get());
    }
}
