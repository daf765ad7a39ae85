package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
    @Test
    void barGrowsAndLeavesTheLineForResults() {
        ByteArrayOutputStream terminal = new ByteArrayOutputStream();
        Progress progress = new Progress(new PrintStream(terminal, true, StandardCharsets.UTF_8), 2);
        progress.step();
        progress.show("PingPong, 8 bytes");
        progress.clear();
        String erase = "\r\033[K";
        assertEquals(erase + erase + "[" + "#".repeat(20) + "-".repeat(20) + "] PingPong, 8 bytes" + erase,
            terminal.toString(StandardCharsets.UTF_8));
    }

    @Test
    void withoutATerminalThereIsNone() {
        Progress progress = new Progress(null, 2);
        progress.show("PingPong, 8 bytes");
        progress.step();
    }
}
