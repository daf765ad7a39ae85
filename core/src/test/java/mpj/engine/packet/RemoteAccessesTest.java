package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that any kind of work can read and write peers' memory. */
class RemoteAccessesTest {
    /** Work whose starts the test decides. When there is no more to decide, nothing is left to start. */
    private static final class Work implements RemoteWork {
        private final Queue<Start> starts;
        private final List<Long> cookies = new ArrayList<>();
        private final List<TransportException> ends = new ArrayList<>();
        private int tries;

        Work(Start... starts) {
            this.starts = new ArrayDeque<>(Arrays.asList(starts));
        }

        @Override
        public Start start(long cookie) {
            tries++;
            Start start = starts.isEmpty() ? Start.NONE : starts.remove();
            if (start == Start.STARTED) {
                cookies.add(cookie);
            }
            return start;
        }

        @Override
        public boolean ended(TransportException failure) {
            ends.add(failure);
            return !starts.isEmpty();
        }
    }

    private final EngineLock lock = new EngineLock();
    private final RemoteAccesses accesses = new RemoteAccesses(lock);

    @BeforeEach
    void acquire() {
        lock.acquire();
    }

    @AfterEach
    void release() {
        lock.release();
    }

    @Test
    void endOfAnAccessGoesToItsWork() {
        Work one = new Work(RemoteWork.Start.STARTED, RemoteWork.Start.STARTED);
        Work other = new Work(RemoteWork.Start.STARTED);
        accesses.begin(one);
        accesses.begin(other);
        TransportException failure = new TransportException("the read failed");
        accesses.completed(other.cookies.getFirst(), failure);
        assertEquals(1, other.ends.size());
        assertSame(failure, other.ends.getFirst());
        assertTrue(one.ends.isEmpty());
        accesses.completed(one.cookies.get(1), null);
        accesses.completed(one.cookies.get(0), null);
        assertEquals(Arrays.asList(null, null), one.ends);
    }

    @Test
    void nextAccessIsStartedWhenOneHasEnded() {
        Work work = new Work(RemoteWork.Start.STARTED, RemoteWork.Start.NONE, RemoteWork.Start.STARTED);
        accesses.begin(work);
        assertEquals(1, work.cookies.size());
        accesses.completed(work.cookies.getFirst(), null);
        assertEquals(2, work.cookies.size());
        assertFalse(accesses.areWaiting());
    }

    @Test
    void startThatIsPutOffIsTriedAgainByAPush() {
        Work work = new Work(RemoteWork.Start.LATER, RemoteWork.Start.LATER, RemoteWork.Start.STARTED);
        accesses.begin(work);
        assertTrue(accesses.areWaiting());
        assertFalse(accesses.push(), "nothing has moved");
        assertTrue(accesses.areWaiting());
        assertTrue(accesses.push());
        assertFalse(accesses.areWaiting());
        accesses.completed(work.cookies.getFirst(), null);
        assertEquals(1, work.ends.size());
    }

    /** Each push of much work would otherwise take long, and it would start nothing. */
    @Test
    void pushesTryMuchWorkInTurn() {
        List<Work> all = IntStream.range(0, 100)
            .mapToObj(_ -> new Work(RemoteWork.Start.LATER, RemoteWork.Start.LATER, RemoteWork.Start.LATER)).toList();
        all.forEach(accesses::begin);
        accesses.push();
        assertTrue(all.getFirst().tries == 2 && all.getLast().tries == 1);
        accesses.push();
        assertTrue(all.getFirst().tries == 3 && all.getLast().tries == 2);
    }
}
