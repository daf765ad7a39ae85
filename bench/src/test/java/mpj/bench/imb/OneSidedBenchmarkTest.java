package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Which calls each rank makes, and which of them it times. */
class OneSidedBenchmarkTest {
    private static final double EXACT = 1e-15;
    private static final int CALL_NANOSECONDS = 10;

    private final List<String> calls = new ArrayList<>();
    private long now;

    /** Records the calls. Each call takes a while. */
    private final class Recording extends OneSided {
        private void note(String call) {
            calls.add(call);
            now += CALL_NANOSECONDS;
        }

        @Override
        public void free() {
            note("free");
        }

        @Override
        public void fence() {
            note("fence");
        }

        @Override
        public void lock(int target) {
            note("lock " + target);
        }

        @Override
        public void unlock(int target) {
            note("unlock " + target);
        }

        @Override
        public void lockAll() {
            note("lockAll");
        }

        @Override
        public void unlockAll() {
            note("unlockAll");
        }

        @Override
        public void flush(int target) {
            note("flush " + target);
        }

        @Override
        public void flushLocal(int target) {
            note("flushLocal " + target);
        }

        @Override
        public void flushAll() {
            note("flushAll");
        }

        @Override
        public void flushLocalAll() {
            note("flushLocalAll");
        }

        @Override
        public void put(Object origin, int offset, int count, Object type, int target, long displacement) {
            note("put " + offset + " " + target + " " + displacement);
        }

        @Override
        public void get(Object origin, int offset, int count, Object type, int target, long displacement) {
            note("get " + offset + " " + target + " " + displacement);
        }

        @Override
        public void accumulate(Object origin, int offset, int count, Object type, int target, long displacement) {
            note("accumulate " + target);
        }

        @Override
        public void getAccumulate(Object origin, int offset, Object result, int resultOffset, int count, Object type,
                                  int target, long displacement) {
            note("getAccumulate " + target);
        }

        @Override
        public void fetchAndOp(Object origin, int offset, Object result, int resultOffset, Object type, int target,
                               long displacement) {
            note("fetchAndOp " + target);
        }

        @Override
        public void compareAndSwap(Object origin, int offset, Object result, int resultOffset, Object type, int target,
                                   long displacement) {
            note("compareAndSwap " + target);
        }
    }

    private Timing time(String name, int rank, int size, OffCache offCache) {
        MessageBuffers memory =
            MessageBuffers.allocate(null, MessageBuffers.Place.ARRAY, ElementType.BYTE, 100, 10, offCache, 2);
        MessageBuffers buffers = new MessageBuffers(memory.send(), memory.receive(), memory.sendCycle(),
            memory.receiveCycle(), memory.arena(), new Recording());
        Sample sample = new Sample(null, rank, size, 100, null, 100, buffers, new int[size], new int[size], 1);
        try (memory) {
            return ((Benchmark.Timed) Benchmarks.named(name)).time(sample, 2, () -> now, null,
                () -> calls.add("barrier"));
        }
    }

    private Timing time(String name, int rank, int size) {
        return time(name, rank, size, OffCache.NONE);
    }

    @Test
    void pairWaitsAfterEachIteration() {
        Timing timing = time("Unidir_put", 0, 2);
        assertEquals(List.of("lock 1", "put 0 1 0", "flush 1", "put 0 1 0", "flush 1", "unlock 1", "barrier"), calls);
        assertEquals(2 * CALL_NANOSECONDS / 1e9, timing.pure(), EXACT);
    }

    @Test
    void pairWaitsOnceInAggregateMode() {
        Timing timing = time("Unidir_get_aggregate", 0, 2);
        assertEquals(List.of("lock 1", "get 0 1 0", "get 0 1 0", "flush 1", "unlock 1", "barrier"), calls);
        assertEquals(1.5 * CALL_NANOSECONDS / 1e9, timing.pure(), EXACT);
    }

    @Test
    void targetOnlyWaitsAndMeasuresNothing() {
        assertFalse(time("Unidir_put", 1, 2).isMeasured());
        assertEquals(List.of("barrier"), calls);
        calls.clear();
        assertEquals(2 * CALL_NANOSECONDS / 1e9, time("Bidir_put", 1, 2).pure(), EXACT);
        assertEquals("lock 0", calls.getFirst());
    }

    @Test
    void localBenchmarksWaitForTheirOwnBufferOnly() {
        time("Put_local", 0, 2);
        assertEquals(2, Collections.frequency(calls, "flushLocal 1"), calls::toString);
        calls.clear();
        time("Get_all_local", 0, 3);
        assertEquals(List.of("lockAll", "get 0 1 0", "get 0 2 0", "get 0 1 0", "get 0 2 0", "flushLocalAll",
            "unlockAll", "barrier"), calls);
    }

    @Test
    void eachRankOfAllBeginsWithTheNext() {
        time("All_put_all", 1, 3);
        assertEquals(List.of("lockAll", "put 0 2 0", "put 0 0 0", "put 0 2 0", "put 0 0 0", "flushAll", "unlockAll",
            "barrier"), calls);
        calls.clear();
        assertFalse(time("One_put_all", 1, 3).isMeasured());
        assertEquals(List.of("barrier"), calls);
    }

    @Test
    void exchangeLocksANeighbourOnce() {
        time("Exchange_put", 0, 2);
        assertEquals(List.of("lock 1", "put 0 1 0", "put 100 1 100", "flush 1", "put 0 1 0", "put 100 1 100", "flush 1",
            "unlock 1", "barrier"), calls);
        calls.clear();
        time("Exchange_get", 0, 3);
        assertEquals(List.of("lock 2", "lock 1", "get 0 2 0", "get 100 1 100", "flush 2", "flush 1"),
            calls.subList(0, 6));
    }

    @Test
    void fenceEndsEachIteration() {
        time("Unidir_put_fence", 0, 2);
        assertEquals(List.of("fence", "put 0 1 0", "fence", "put 0 1 0", "fence", "barrier"), calls);
        calls.clear();
        time("Unidir_put_fence", 1, 2);
        assertEquals(List.of("fence", "fence", "fence", "barrier"), calls);
    }

    @Test
    void offCacheMarchesThroughBufferAndWindowAtTheirOwnPace() {
        // As in SampleLoopTest: 100 bytes take three lines of 64, 10 bytes two.
        time("Unidir_put", 0, 2, new OffCache(256, 64));
        assertEquals(List.of("put 0 1 0", "put 192 1 128"),
            calls.stream().filter(call -> call.startsWith("put")).toList());
    }

    @Test
    void atomicOperationsAreOfTheExpectedKinds() {
        for (String name : List.of("Accumulate", "Get_accumulate", "Fetch_and_op", "Compare_and_swap")) {
            calls.clear();
            time(name, 0, 2);
            String call = Character.toLowerCase(name.charAt(0)) + name.substring(1).replace("_", "");
            assertEquals(2, calls.stream().filter(made -> made.toLowerCase(Locale.ROOT)
                .startsWith(call.toLowerCase(Locale.ROOT) + " 1")).count(), calls::toString);
        }
    }
}
