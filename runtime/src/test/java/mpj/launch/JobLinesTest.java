package mpj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobLinesTest {
    @Test
    void outputGoesOnWhenTheListenerThrows() throws InterruptedException {
        JobLines lines = new JobLines(1, (_, _, line) -> {
            throw new AssertionError(line);
        });
        List<String> uncaught = new ArrayList<>();
        Thread forwarder = Thread.ofPlatform().uncaughtExceptionHandler((_, e) -> uncaught.add(e.getMessage()))
            .start(() -> {
                for (String line : List.of("[0] first\n", "[0] second\n")) {
                    lines.out().write(0, line.getBytes(StandardCharsets.UTF_8), 0, line.length());
                }
            });
        assertTrue(forwarder.join(Duration.ofSeconds(30)));
        assertEquals(List.of("first", "second"), lines.of(0, false));
        assertEquals(List.of("first"), uncaught);
        assertEquals(List.of("the listener of the job's output threw java.lang.AssertionError: first for a line of rank"
            + " 0; what it throws later is not reported"), lines.report());
    }
}
