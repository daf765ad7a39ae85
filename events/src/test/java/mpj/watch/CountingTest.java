package mpj.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import mpj.tools.Counters;
import mpj.watch.OpenCall.Moves;
import org.junit.jupiter.api.Test;

class CountingTest {
    private static final int RANK = 1_000_003;

    private OpenCall current;
    private final Counting counting = new Counting(RANK, () -> current);

    private OpenCall call(CallCounts counts, String name, String algorithm) {
        OpenCall call = new OpenCall(0, null, counts);
        call.begin(name, "", 0, 2, 5, 8, Moves.UNKNOWN);
        if (algorithm != null) {
            call.chosen(algorithm, 64);
        }
        call.end(false);
        counting.after(call);
        return call;
    }

    @Test
    void callsOfAThreadThatHasEndedStayCounted() {
        CallCounts first = counting.forThread();
        CallCounts second = counting.forThread();
        long nanoseconds = call(first, "Send", null).nanoseconds() + call(second, "Recv", null).nanoseconds();
        counting.ended(first);
        counting.ended(first);
        assertEquals(2, counting.getCalls());
        assertEquals(nanoseconds, counting.getCallNanoseconds());
    }

    /** A call that waits for at least a microsecond, as far as the clock tells. Returns how long it waits. */
    private long waitingCall(CallCounts counts) {
        OpenCall call = new OpenCall(0, null, counts);
        call.begin("Recv", "", 0, 2, 5, 8, Moves.UNKNOWN);
        call.waited(call.waits() - 1_000);
        call.end(false);
        counting.after(call);
        return call.blocked();
    }

    @Test
    void timeOfWaitsIsCountedAndStaysCountedWhenTheThreadHasEnded() {
        CallCounts first = counting.forThread();
        CallCounts second = counting.forThread();
        long blocked = waitingCall(first) + waitingCall(second) + waitingCall(first);
        call(second, "Send", null);
        assertEquals(blocked, counting.getBlockedNanoseconds());
        counting.ended(first);
        assertEquals(blocked, counting.getBlockedNanoseconds());
    }

    @Test
    void sentMessagesAreCountedByTransport() {
        counting.sent("shm", 8);
        counting.sent("nio", 100);
        counting.sent("shm", 16);
        assertEquals(Map.of("shm", 2L, "nio", 1L), counting.getMessagesByTransport());
        assertEquals(Map.of("shm", 24L, "nio", 100L), counting.getBytesByTransport());
        assertEquals(3, counting.getMessagesSent());
        assertEquals(124, counting.getBytesSent());
    }

    @Test
    void messagesThatComeBeforeTheirReceiveAreCountedApart() {
        counting.arrived(8, false);
        counting.arrived(24, true);
        counting.queued(3, 1);
        counting.queued(2, 0);
        assertEquals(2, counting.getMessagesReceived());
        assertEquals(32, counting.getBytesReceived());
        assertEquals(1, counting.getUnexpectedTotal(), "ever");
        assertEquals(0, counting.getUnexpectedMessages(), "now");
        assertEquals(2, counting.getPostedReceives());
    }

    @Test
    void algorithmsAreCountedByCollective() {
        CallCounts counts = counting.forThread();
        call(counts, "Bcast", "binomial");
        call(counts, "Bcast", "pipelined");
        call(counts, "Bcast", "binomial");
        call(counts, "Barrier", "binomial");
        call(counts, "Send", null);
        assertEquals(Map.of("Bcast binomial", 2L, "Bcast pipelined", 1L, "Barrier binomial", 1L),
            counting.getAlgorithms());
    }

    @Test
    void currentCallIsTheOneThatHasNotReturned() {
        assertEquals("", counting.getCurrentCall());
        current = new OpenCall(0, null, counting.forThread());
        current.begin("Recv", "", 0, 2, 5, 8, Moves.UNKNOWN);
        assertEquals("Recv, rank 2, tag 5", counting.getCurrentCall());
        current.end(false);
        current.leave();
        assertEquals("", counting.getCurrentCall());
    }

    @Test
    void countersAreFoundByTheirRankUntilFinalize() {
        counting.register();
        counting.backPressure(70);
        Counters seen = Counters.ofRank(RANK);
        assertEquals(RANK, seen.getRank());
        assertEquals(1, seen.getBackPressureTimes());
        assertEquals(70, seen.getBackPressureNanoseconds());
        counting.close();
        assertTrue(assertThrows(IllegalStateException.class, () -> Counters.ofRank(RANK)).getMessage()
            .startsWith("rank " + RANK + " has no counters"));
    }
}
