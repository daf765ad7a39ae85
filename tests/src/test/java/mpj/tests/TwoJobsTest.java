package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.Receive;
import mpj.engine.packet.PacketEngine;
import mpj.engine.packet.TransportChoice;
import mpj.runtime.bootstrap.Bootstrap;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two jobs of two ranks each. Every rank is an engine of this JVM, and the jobs are introduced to each other. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TwoJobsTest {
    private static final int SIZE = 2;
    private static final long LIMIT_SECONDS = 60;
    private static final int LONG = 300_000;
    private static final byte[] COMMON_SECRET = {1, 2, 3};

    /** A job whose ranks are threads. Its launcher is only a map. */
    private static final class Launched {
        private final byte[] secret;
        private final Map<String, byte[]> published = new ConcurrentHashMap<>();
        private final CyclicBarrier fence = new CyclicBarrier(SIZE);
        private final Engine[] engines = new Engine[SIZE];

        Launched(int number) {
            secret = new byte[32];
            Arrays.fill(secret, (byte) number);
        }

        Bootstrap bootstrap(int rank) {
            return new Bootstrap() {
                @Override
                public int rank() {
                    return rank;
                }

                @Override
                public int size() {
                    return SIZE;
                }

                @Override
                public int localSize() {
                    return SIZE;
                }

                @Override
                public int processSize() {
                    return SIZE;
                }

                @Override
                public byte[] secret() {
                    return secret;
                }

                @Override
                public void put(String key, byte[] value) {
                    published.put(rank + key, value);
                }

                @Override
                public byte[] get(int from, String key) {
                    return published.get(from + key);
                }

                @Override
                public void fence() {
                    awaitAll();
                }

                @Override
                public void abort(int code, String message) {
                    throw new AssertionError("abort " + code + ": " + message);
                }

                @Override
                public void close() {
                }
            };
        }

        private void awaitAll() {
            try {
                fence.await(LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError("the fence", e);
            }
        }
    }

    private final Launched[] jobs = {new Launched(1), new Launched(2)};
    private final CyclicBarrier everybody = new CyclicBarrier(2 * SIZE);

    private interface Part {
        void run(Engine engine, int job, int rank) throws Exception;
    }

    /** Runs a part of a test on each rank of both jobs. */
    private void onEveryRank(String transport, Part part) throws Exception {
        List<Future<Void>> ends = new ArrayList<>();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory())) {
            for (int job = 0; job < jobs.length; job++) {
                for (int rank = 0; rank < SIZE; rank++) {
                    ends.add(threads.submit(rank(transport, job, rank, part)));
                }
            }
            try {
                for (Future<Void> end : ends) {
                    end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
                }
            } finally {
                threads.shutdownNow();
            }
        }
    }

    private Callable<Void> rank(String transport, int job, int rank, Part part) {
        return () -> {
            Launched own = jobs[job];
            try (Engine engine = new PacketEngine(own.bootstrap(rank), TransportChoice.of(transport),
                EagerLimit.ofTransports())) {
                own.engines[rank] = engine;
                await();
                part.run(engine, job, rank);
                await();
            }
            return null;
        };
    }

    private void await() throws Exception {
        everybody.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** The indices of the other job's ranks at this engine. */
    private int[] meet(Engine engine, int job) {
        Launched other = jobs[1 - job];
        int[] indices = new int[SIZE];
        for (int rank = 0; rank < SIZE; rank++) {
            indices[rank] =
                engine.meet(other.engines[rank].self(), COMMON_SECRET, of -> other.engines[of].addresses());
        }
        return indices;
    }

    private static int[] numbers(int count, int seed) {
        int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> seed + i);
        return numbers;
    }

    private static void send(Engine engine, int[] numbers, int to) {
        engine.send(numbers, ElementType.INT, 0, 4L * numbers.length,
            SectionHeader.pack(ElementType.INT.code(), numbers.length), 0, to, 7);
    }

    private static Receive receive(Engine engine, int[] room, int from) {
        return engine.receive(room, ElementType.INT, ElementType.INT.code(), 0, 4L * room.length, 0, from, 7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nio", "threads", "shm", "libfabric:tcp"})
    void ranksOfJobsThatHaveMetExchangeMessages(String transport) throws Exception {
        onEveryRank(transport, (engine, job, rank) -> {
            int[] others = meet(engine, job);
            assertArrayEquals(new int[] {SIZE, SIZE + 1}, others);
            assertArrayEquals(others, meet(engine, job), "a second meeting changes nothing");
            assertEquals(1 - rank, engine.meet(jobs[job].engines[1 - rank].self(), COMMON_SECRET, null),
                "a rank of this job");
            await();
            for (int count : new int[] {1, LONG}) {
                // The lower job sends first, so that a message that is too long to leave at once finds its receive.
                for (int turn = 0; turn < 2; turn++) {
                    for (int other = 0; other < SIZE; other++) {
                        if (turn == job) {
                            send(engine, numbers(count, 10 * job + rank), others[other]);
                        } else {
                            int[] room = new int[count];
                            Receive receive = receive(engine, room, others[other]);
                            assertEquals(others[other], receive.matchedSource());
                            assertArrayEquals(numbers(count, 10 * (1 - job) + other), room);
                        }
                    }
                }
                // Ranks of this engine's own job have the same numbers as those of the other job.
                send(engine, numbers(1, 100 + rank), 1 - rank);
                int[] room = new int[1];
                receive(engine, room, 1 - rank);
                assertEquals(100 + 1 - rank, room[0]);
            }
        });
    }

    @Test
    void errorNamesTheOtherJob() throws Exception {
        onEveryRank("threads", (engine, job, rank) -> {
            Launched other = jobs[1 - job];
            int index = engine.meet(other.engines[0].self(), COMMON_SECRET, of -> new byte[] {1});
            EngineException e = assertThrows(EngineException.class, () -> send(engine, new int[1], index));
            assertTrue(e.getMessage().startsWith("rank 0 of job "), e.getMessage());
        });
    }
}
