package mpj.runtime.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import mpj.runtime.host.OutputSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class WaitingStarterTest {
    private static final long LONG = TimeUnit.HOURS.toMillis(1);

    private final List<String> said = new ArrayList<>();
    private final OutputSink err = (rank, bytes, offset, length) -> said.add(
        new String(bytes, offset, length, StandardCharsets.UTF_8));

    /** A host that fails this often, and then answers with nothing. */
    private static final class Sleeper implements AgentStarter {
        private final CountDownLatch failed = new CountDownLatch(1);
        private final IOException failure;
        private int failures;

        Sleeper(int failures, IOException failure) {
            this.failures = failures;
            this.failure = failure;
        }

        @Override
        public Started start(String host) throws IOException {
            if (failures-- > 0) {
                failed.countDown();
                throw failure;
            }
            return null;
        }

        @Override
        public void cancel() {
        }
    }

    @Test
    void hostThatComesUpIsStartedAndItsWaitIsReportedOnce() throws IOException {
        assertNull(WaitingStarter.of(new Sleeper(2, new IOException("refused")), LONG, err).start("a"));
        assertEquals(List.of("mpjrun: host a is not up yet; it is tried again for up to 3600 s: refused\n"), said);
    }

    @Test
    void hostThatRefusesIsNotTriedAgain() {
        AgentRefusal refusal = new AgentRefusal("no Java");
        assertSame(refusal, assertThrows(IOException.class,
            () -> WaitingStarter.of(new Sleeper(9, refusal), LONG, err).start("a")));
        assertEquals(List.of(), said);
    }

    @Test
    void hostThatStaysDownIsGivenUp() {
        assertEquals("refused", assertThrows(IOException.class, () -> WaitingStarter.of(
            new Sleeper(Integer.MAX_VALUE, new IOException("refused")), 1, err).start("a")).getMessage());
    }

    @Test
    void endOfTheJobEndsTheWait() throws Exception {
        Sleeper sleeper = new Sleeper(Integer.MAX_VALUE, new IOException("refused"));
        AgentStarter starter = WaitingStarter.of(sleeper, LONG, err);
        CompletableFuture<Object> start = CompletableFuture.supplyAsync(() -> {
            try {
                return starter.start("a");
            } catch (IOException e) {
                throw new IllegalStateException(e.getMessage());
            }
        });
        sleeper.failed.await();
        starter.cancel();
        Throwable cause = assertThrows(ExecutionException.class, start::get).getCause();
        assertTrue(cause.getMessage().contains("refused"), cause.toString());
    }
}
