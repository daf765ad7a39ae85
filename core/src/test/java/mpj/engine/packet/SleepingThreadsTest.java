package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import mpj.engine.CollectiveMessages;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.MatchedMessage;
import mpj.engine.Receive;
import mpj.engine.SharedRooms;
import mpj.transport.spi.Reach;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests threads of a rank that sleep as soon as there is nothing to do, until they are woken. A thread that nobody
 * wakes stays asleep.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SleepingThreadsTest {
    private static final int RANKS = 2;
    private static final int THREADS = 4;

    private final MailTransport transport = new MailTransport("mail", Reach.HOST, 0, _ -> true, RANKS);
    private final MemoryJob job = new MemoryJob(RANKS, RANKS);

    private Engine open(int rank) {
        return new PacketEngine(job.bootstrap(rank), TransportChoice.of(List.of(transport), false), new EagerLimit(128),
            RoomsOfTests.ASLEEP_AT_ONCE);
    }

    private static void send(Engine engine, int value, int tag) {
        engine.send(new int[] {value}, ElementType.INT, 0, Integer.BYTES, SectionHeader.pack(ElementType.INT.code(), 1),
            0, 1 - engine.rank(), tag);
    }

    private static int receive(Engine engine, int tag) {
        int[] room = new int[1];
        Receive receive = engine.receive(room, ElementType.INT, ElementType.INT.code(), 0, Integer.BYTES, 0,
            1 - engine.rank(), tag);
        assertNull(receive.failure());
        return room[0];
    }

    /** Thread t of one rank and thread t of the other rank send each other messages in turn. */
    private static void talk(Engine engine, int thread, int rounds) {
        for (int round = 0; round < rounds; round++) {
            if (engine.rank() == 0) {
                send(engine, round, thread);
            }
            assertEquals(round, receive(engine, thread));
            if (engine.rank() == 1) {
                send(engine, round, thread);
            }
        }
    }

    /** The same through memory that both ranks see. */
    private static void post(Engine engine, int thread, MemorySegment memory, int rounds) {
        post(engine, thread, memory, rounds, _ -> { });
    }

    /**
     * The same, with an action before each round.
     *
     * @param before an action before each round
     */
    private static void post(Engine engine, int thread, MemorySegment memory, int rounds, IntConsumer before) {
        SharedRooms rooms = RoomsOfTests.of(engine, thread, RANKS, memory);
        CollectiveMessages lock = engine.collective(thread);
        for (int round = 0; round < rounds; round++) {
            before.accept(round);
            lock.acquire();
            try {
                rooms.begin(0, -1);
                if (engine.rank() == round % RANKS) {
                    assertNull(rooms.await(1 - engine.rank(), 1));
                    rooms.post(1);
                } else {
                    rooms.post(1);
                    assertNull(rooms.await(1 - engine.rank(), 1));
                }
                assertTrue(rooms.posted(1 - engine.rank(), 1), "the wait ended before the post");
                rooms.end();
            } finally {
                lock.release();
            }
        }
    }

    /** In each round one rank waits for the post of the other, which goes through the collective without one. */
    private static void pass(Engine engine, int thread, MemorySegment memory, int rounds) {
        SharedRooms rooms = RoomsOfTests.of(engine, thread, RANKS, memory);
        CollectiveMessages lock = engine.collective(thread);
        for (int round = 0; round < rounds; round++) {
            lock.acquire();
            try {
                if (engine.rank() == round % RANKS) {
                    rooms.begin(0, -1);
                    assertNull(rooms.await(1 - engine.rank(), 1));
                    rooms.end();
                } else {
                    rooms.pass(0);
                }
            } finally {
                lock.release();
            }
        }
    }

    private static void together(ThreadFactory factory, List<Callable<Void>> tasks) throws Exception {
        List<Thread> started = new ArrayList<>();
        ThreadFactory listed = task -> {
            Thread thread = factory.newThread(task);
            started.add(thread);
            return thread;
        };
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(listed)) {
            List<Future<Void>> all = new ArrayList<>();
            tasks.forEach(task -> all.add(threads.submit(task)));
            try {
                for (Future<Void> each : all) {
                    Limit.await(each, started);
                }
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /** Runs a task for each thread of each rank, on platform threads or virtual ones. */
    private void onEveryThread(boolean virtual, ObjIntConsumer<Engine> task) throws InterruptedException {
        ThreadFactory factory = virtual ? Thread.ofVirtual().factory() : Thread.ofPlatform().daemon().factory();
        job.onEveryRank(rank -> () -> {
            try (Engine engine = open(rank)) {
                List<Callable<Void>> tasks = new ArrayList<>();
                for (int thread = 0; thread < THREADS; thread++) {
                    int each = thread;
                    tasks.add(() -> {
                        task.accept(engine, each);
                        return null;
                    });
                }
                together(factory, tasks);
                job.bootstrap(rank).fence();
                return null;
            }
        });
    }

    /** All threads of rank 1 probe for the messages of all threads of rank 0. Each message is found once. */
    private static void probe(Engine engine, int rounds, Set<Integer> values) {
        for (int round = 0; round < rounds; round++) {
            MatchedMessage message = engine.awaitMatchedProbe(0, 0, Receive.ANY);
            int[] room = new int[1];
            Receive receive = engine.startReceive(message, room, ElementType.INT, ElementType.INT.code(), 0,
                Integer.BYTES);
            engine.finish(receive);
            assertNull(receive.failure());
            assertTrue(values.add(room[0]), "a message was found twice");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messageIsFoundByOneOfTheThreadsThatProbeForIt(boolean virtual) throws InterruptedException {
        int rounds = 500;
        Set<Integer> values = ConcurrentHashMap.newKeySet();
        onEveryThread(virtual, (engine, thread) -> {
            if (engine.rank() == 1) {
                probe(engine, rounds, values);
                return;
            }
            for (int round = 0; round < rounds; round++) {
                send(engine, round * THREADS + thread, round % 3);
            }
        });
        assertEquals(rounds * THREADS, values.size());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void receiverIsWokenWhicheverThreadTakesTheMessage(boolean virtual) throws InterruptedException {
        onEveryThread(virtual, (engine, thread) -> talk(engine, thread, 2000));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void waiterForAPostIsWokenWhicheverThreadSeesIt(boolean virtual) throws InterruptedException {
        List<MemorySegment> memories = IntStream.range(0, THREADS)
            .mapToObj(_ -> RoomsOfTests.memory(RANKS)).toList();
        onEveryThread(virtual, (engine, thread) -> post(engine, thread, memories.get(thread), 2000));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void waiterForAPostIsWokenByARankThatPasses(boolean virtual) throws InterruptedException {
        List<MemorySegment> memories = IntStream.range(0, THREADS)
            .mapToObj(_ -> RoomsOfTests.memory(RANKS)).toList();
        onEveryThread(virtual, (engine, thread) -> pass(engine, thread, memories.get(thread), 500));
    }

    /** Half of the threads wait for messages, the others for posts. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messagesAndPostsWakeTheThreadsThatWaitForThem(boolean virtual) throws InterruptedException {
        List<MemorySegment> memories = IntStream.range(0, THREADS)
            .mapToObj(_ -> RoomsOfTests.memory(RANKS)).toList();
        onEveryThread(virtual, (engine, thread) -> {
            if (thread % 2 == 0) {
                talk(engine, thread, 2000);
            } else {
                post(engine, thread, memories.get(thread), 2000);
            }
        });
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    /** Waits until all these threads sleep, or until the limit of the test is over. */
    private static void awaitAsleep(AtomicReferenceArray<Thread> threads) {
        for (int i = 0; i < threads.length(); i++) {
            while (threads.get(i) == null || !isAsleep(threads.get(i).getState())) {
                Thread.yield();
            }
        }
    }

    private static boolean isAsleep(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    /**
     * A thread of rank 0 waits for posts. Another thread sleeps in the transport for both of them, and messages that
     * nobody waits for end its sleep again and again. The last message is the one that the other thread waits for.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void postWakesItsThreadWhileAnotherFallsAsleepAgain(boolean virtual) throws InterruptedException {
        MemorySegment memory = RoomsOfTests.memory(RANKS);
        int rounds = 2000;
        AtomicReferenceArray<Thread> waiting = new AtomicReferenceArray<>(2);
        onEveryThread(virtual, (engine, thread) -> {
            if (engine.rank() == 0 && thread < waiting.length()) {
                waiting.set(thread, Thread.currentThread());
            }
            if (thread == 0) {
                post(engine, thread, memory, rounds, round -> {
                    if (engine.rank() == 1) {
                        awaitAsleep(waiting);
                        send(engine, round, 1);
                        spin(round * 7 % 10_000); // so that the post may come at any time after the message
                    }
                });
            }
            if (engine.rank() == 1 && thread == 0) {
                send(engine, rounds, 2);
            }
            if (engine.rank() == 0 && thread == 1) {
                assertEquals(rounds, receive(engine, 2));
                for (int round = 0; round < rounds; round++) {
                    assertEquals(round, receive(engine, 1));
                }
            }
        });
    }
}
