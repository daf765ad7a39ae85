package mpj.runtime.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpj.runtime.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LauncherTimeTest {
    private static final int HOST = 3;
    private static final long AHEAD = TimeUnit.DAYS.toNanos(1);
    private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(20);

    private final List<Long> asked = new ArrayList<>();
    private LauncherTime time;

    /** A launcher whose clock is a day ahead, and whose first answer takes long. */
    private void launcher(Upward message) {
        Upward.AskTime question = assertInstanceOf(Upward.AskTime.class, message);
        assertEquals(HOST, question.host());
        if (asked.isEmpty()) {
            long until = System.nanoTime() + SLOW;
            while (System.nanoTime() < until) {
                LockSupport.parkNanos(until - System.nanoTime());
            }
        } else {
            time.answered(asked.getFirst(), 0); // an answer to an earlier question is ignored
        }
        asked.add(question.asked());
        time.answered(question.asked(), System.nanoTime() + AHEAD);
    }

    @Test
    void theOffsetIsWithinTheErrorOfTheShortestRoundTrip() throws InterruptedException {
        time = new LauncherTime(HOST, this::launcher);
        Message.Clock clock = assertInstanceOf(Message.Clock.class, time.compare());
        assertTrue(Math.abs(clock.offset() - AHEAD) <= clock.error(), clock::toString);
        assertTrue(clock.error() < SLOW / 2, clock::toString);
        assertTrue(asked.size() > 1, asked::toString);
    }

    @Test
    void aLauncherThatDoesNotAnswerIsNotWaitedForLong() throws InterruptedException {
        time = new LauncherTime(HOST, message -> { });
        assertInstanceOf(Message.Refused.class, time.compare());
    }
}
