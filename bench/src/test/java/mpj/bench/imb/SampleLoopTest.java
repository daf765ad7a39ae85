package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleLoopTest {
    private static final double EXACT = 1e-15;
    private long now;
    private int barriers;

    private Sample sample(int size, OffCache offCache, int iterations) {
        MessageBuffers buffers =
            MessageBuffers.allocate(null, MessageBuffers.Place.ARRAY, ElementType.BYTE, 100, 10, offCache, iterations);
        return new Sample(null, 0, size, 100, null, 100, buffers, new int[size], new int[size], 1);
    }

    private void barrierThatTakesTime() {
        now += 1_000_000;
        barriers++;
    }

    /** A collective whose call takes the given time, and which records its arguments. */
    private final class Recording implements Benchmark.Call {
        private final List<List<Integer>> calls = new ArrayList<>();

        @Override
        public String name() {
            return "Recording";
        }

        @Override
        public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
            calls.add(List.of(sendOffset, receiveOffset, root));
            now += 100 * calls.size();
        }
    }

    /** A transfer whose iteration takes 70 ns. */
    private final class Steady implements Benchmark.Loop {
        @Override
        public String name() {
            return "Steady";
        }

        @Override
        public Presentation presentation() {
            return Presentation.PING_PONG;
        }

        @Override
        public void run(Sample sample, int iterations) {
            now += 70L * iterations;
        }
    }

    @Test
    void loopIsTimedAsAWholeAfterTwoBarriers() {
        double seconds = new SampleLoop(() -> now, true, 0)
            .secondsPerIteration(new Steady(), sample(2, OffCache.NONE, 10), 10, this::barrierThatTakesTime);
        assertEquals(70e-9, seconds, EXACT);
        assertEquals(2, barriers);
    }

    @Test
    void callsAreTimedWithoutTheBarriersBetweenThem() {
        double seconds = new SampleLoop(() -> now, true, 0)
            .secondsPerIteration(new Recording(), sample(2, OffCache.NONE, 3), 3, this::barrierThatTakesTime);
        assertEquals(200e-9, seconds, EXACT);
        assertEquals(5, barriers);
    }

    @Test
    void withoutSyncNoBarrierFollowsACall() {
        new SampleLoop(() -> now, false, 0)
            .secondsPerIteration(new Recording(), sample(2, OffCache.NONE, 3), 3, this::barrierThatTakesTime);
        assertEquals(2, barriers);
    }

    @Test
    void rootShiftsAroundTheRanks() {
        Recording recording = new Recording();
        new SampleLoop(() -> now, true, 1)
            .secondsPerIteration(recording, sample(3, OffCache.NONE, 5), 5, this::barrierThatTakesTime);
        assertEquals(List.of(0, 1, 2, 0, 1), recording.calls.stream().map(call -> call.get(2)).toList());
    }

    @Test
    void offCacheMarchesThroughBothBuffersAtTheirOwnPace() {
        // Twice 256 bytes of cache; 100 bytes take three lines of 64, 10 bytes two.
        Recording recording = new Recording();
        new SampleLoop(() -> now, true, 0)
            .secondsPerIteration(recording, sample(2, new OffCache(256, 64), 9), 6, this::barrierThatTakesTime);
        assertEquals(List.of(0, 192, 384, 0, 192, 384), recording.calls.stream().map(call -> call.get(0)).toList());
        assertEquals(List.of(0, 128, 256, 384, 0, 128), recording.calls.stream().map(call -> call.get(1)).toList());
    }
}
