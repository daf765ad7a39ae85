package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.SteppedOperation;
import mpj.engine.wait.WaitPolicy;
import mpj.tiers.Turn;
import mpj.transport.spi.Reach;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the thread that makes progress for a rank that computes. In this transport a thread sleeps until it is woken,
 * so a test notices a missed wake-up.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProgressThreadTest {
    private static final WaitPolicy ASLEEP_AT_ONCE = new WaitPolicy(0, 0, 0, 0, Duration.ofHours(1).toNanos());
    private static final int ROUNDS = Turn.count("mpj.engine.packet.ProgressThreadTest", 200, 1000);
    private static final int TAG = 1;
    private static final String PROPERTY = "mpj.progress";

    private final MailTransport transport = new MailTransport("mail", Reach.HOST, 0, _ -> true, 2);
    private final List<Thread> before = progressThreads();

    @AfterEach
    void clear() {
        System.clearProperty(PROPERTY);
    }

    /** The progress threads that are alive. */
    private static List<Thread> progressThreads() {
        return Thread.getAllStackTraces().keySet().stream().filter(each -> each.getName().equals("mpj-progress"))
            .toList();
    }

    private List<Thread> ownThreads() {
        return progressThreads().stream().filter(each -> !before.contains(each)).toList();
    }

    /** Waits until a thread is in a method. */
    private static void awaitIn(Thread thread, String type, String method, Thread.State state) {
        while (!isIn(thread, type, method, state)) {
            Thread.onSpinWait();
        }
    }

    private static boolean isIn(Thread thread, String type, String method, Thread.State state) {
        assertTrue(thread.isAlive(), "the progress thread has ended");
        return thread.getState() == state && Stream.of(thread.getStackTrace())
            .anyMatch(frame -> frame.getClassName().contains(type) && frame.getMethodName().equals(method));
    }

    private static void awaitAsleep(Thread thread) {
        awaitIn(thread, "MailTransport", "sleep", Thread.State.TIMED_WAITING);
    }

    private List<PacketEngine> open() throws InterruptedException {
        MemoryJob job = new MemoryJob(2, 2);
        TransportChoice choice = TransportChoice.of(List.of(transport), false);
        return job.onEveryRank(rank -> () -> new PacketEngine(job.bootstrap(rank), choice, new EagerLimit(128),
            ASLEEP_AT_ONCE));
    }

    private static Operation startSend(Engine engine, int value, boolean synchronous) {
        return engine.startSend(new int[] {value}, ElementType.INT, 0, Integer.BYTES,
            SectionHeader.pack(ElementType.INT.code(), 1), 0, 1 - engine.rank(), TAG, synchronous);
    }

    private static Receive startReceive(Engine engine, int[] room) {
        return engine.startReceive(room, ElementType.INT, ElementType.INT.code(), 0, Integer.BYTES, 0,
            1 - engine.rank(), TAG);
    }

    private static <T> Future<T> begin(Callable<T> task) {
        FutureTask<T> begun = new FutureTask<>(task);
        Thread.ofPlatform().daemon().start(begun);
        return begun;
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    private static void compute(Operation until) {
        while (!until.done()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void rankThatComputesIsServedEachTime() throws InterruptedException {
        MemoryJob job = new MemoryJob(2, 2);
        TransportChoice choice = TransportChoice.of(List.of(transport), false);
        job.onEveryRank(rank -> () -> {
            try (Engine engine = new PacketEngine(job.bootstrap(rank), choice, new EagerLimit(128), ASLEEP_AT_ONCE)) {
                if (rank == 1) {
                    engine.progressThread(true);
                }
                Random random = new Random(rank);
                for (int round = 0; round < ROUNDS; round++) {
                    int[] room = new int[1];
                    if (rank == 0) {
                        engine.finish(startSend(engine, round, true));
                    } else {
                        Receive receive = startReceive(engine, room);
                        compute(receive);
                        assertEquals(round, room[0]);
                    }
                    spin(random.nextInt(2000));
                }
                job.bootstrap(rank).fence();
                return null;
            }
        });
        assertEquals(List.of(), ownThreads());
        assertEquals(0, transport.usedAfterClose());
    }

    /** The rank's own thread waits for some messages, and computes until other messages have come. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rankThatWaitsAndComputesByTurnsIsServed(boolean virtual) throws InterruptedException {
        MemoryJob job = new MemoryJob(2, 2);
        TransportChoice choice = TransportChoice.of(List.of(transport), false);
        job.onEveryRank(rank -> () -> {
            try (Engine engine = new PacketEngine(job.bootstrap(rank), choice, new EagerLimit(128), ASLEEP_AT_ONCE)) {
                engine.progressThread(true);
                Callable<Void> talk = () -> {
                    talk(engine);
                    return null;
                };
                if (virtual) {
                    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                        Limit.await(threads.submit(talk));
                    }
                } else {
                    talk.call();
                }
                job.bootstrap(rank).fence();
                return null;
            }
        });
        assertEquals(List.of(), ownThreads());
        assertEquals(0, transport.usedAfterClose());
    }

    private static void talk(Engine engine) {
        Random random = new Random(engine.rank());
        for (int round = 0; round < ROUNDS; round++) {
            int[] room = new int[1];
            Receive receive = startReceive(engine, room);
            Operation send = startSend(engine, round, random.nextBoolean());
            if (random.nextInt(4) == 0) {
                engine.finish(receive);
                engine.finish(send);
            } else {
                compute(receive);
                compute(send);
            }
            assertNull(receive.failure());
            assertEquals(round, room[0]);
        }
    }

    @Test
    void threadSleepsInTheTransportWhileNothingComes() throws Exception {
        try (PacketEngine engine = open().getFirst()) {
            engine.progressThread(true);
            awaitAsleep(ownThreads().getFirst());
        }
        assertEquals(List.of(), ownThreads());
        assertEquals(0, transport.usedAfterClose());
    }

    @Test
    void threadKeepsOutOfTheTransportWhileAThreadOfTheProgramSleepsThere() throws Exception {
        List<PacketEngine> engines = open();
        PacketEngine engine = engines.getFirst();
        engine.progressThread(true);
        Thread thread = ownThreads().getFirst();
        awaitAsleep(thread);
        Future<Void> wait = begin(() -> {
            engine.finish(startReceive(engine, new int[1]));
            return null;
        });
        do { // more than once, because the other thread may not be asleep yet
            engines.get(1).send(new int[1], ElementType.INT, 0, Integer.BYTES,
                SectionHeader.pack(ElementType.INT.code(), 1), 0, 0, TAG + 1); // this wakes both threads
            spin(100_000);
        } while (!isIn(thread, "ProgressThread", "keepOut", Thread.State.TIMED_WAITING));
        engines.get(1).finish(startSend(engines.get(1), 1, false));
        Limit.await(wait);
        awaitAsleep(thread);
        engine.close();
        assertEquals(0, transport.usedAfterClose());
    }

    @Test
    void workLeftByAFullChannelIsSentAsSoonAsThereIsRoom() throws Exception {
        List<PacketEngine> engines = open();
        PacketEngine engine = engines.getFirst();
        engine.progressThread(true);
        awaitAsleep(ownThreads().getFirst());
        transport.full(true);
        Operation send = startSend(engine, 7, false);
        transport.full(false);
        compute(send);
        int[] room = new int[1];
        engines.get(1).finish(startReceive(engines.get(1), room));
        assertEquals(7, room[0]);
        engine.close();
    }

    /** The progress thread looks at the memory, or the thread that waits does. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void changeOfSharedMemoryIsNoticedThoughNoPacketComes(boolean computes) throws Exception {
        PacketEngine engine = open().getFirst();
        if (computes) {
            engine.progressThread(true);
            awaitAsleep(ownThreads().getFirst());
        }
        AtomicInteger word = new AtomicInteger();
        AtomicInteger looks = new AtomicInteger();
        SteppedOperation[] itself = new SteppedOperation[1];
        itself[0] = new SteppedOperation(0, () -> {
            itself[0].lookAtMemory(true);
            looks.incrementAndGet();
            return word.get() != 0;
        });
        engine.start(itself[0]);
        Future<Void> change = begin(() -> {
            int before = looks.get();
            while (looks.get() < before + 3) {
                Thread.onSpinWait();
            }
            word.set(1);
            return null;
        });
        if (computes) {
            compute(itself[0]);
        } else {
            engine.finish(itself[0]);
        }
        Limit.await(change);
        engine.close();
    }

    @Test
    void thereIsOneThreadWhileAnybodyWantsOne() throws Exception {
        PacketEngine engine = open().getFirst();
        assertEquals(List.of(), ownThreads());
        engine.progressThread(true);
        List<Thread> threads = ownThreads();
        assertEquals(1, threads.size());
        engine.progressThread(true);
        engine.progressThread(false);
        assertEquals(threads, ownThreads());
        engine.progressThread(false);
        assertEquals(List.of(), ownThreads());
        engine.progressThread(true);
        assertEquals(1, ownThreads().size());
        assertNotEquals(threads, ownThreads());
        engine.close();
        assertEquals(List.of(), ownThreads());
        engine.progressThread(true);
        assertEquals(List.of(), ownThreads());
    }

    @Test
    void noneExistsIfThePropertyForbidsIt() throws Exception {
        System.setProperty(PROPERTY, "none");
        PacketEngine engine = open().getFirst();
        engine.progressThread(true);
        assertEquals(List.of(), ownThreads());
        engine.close();
    }

    @Test
    void failureOfATransportIsThrownByTheNextCallAndProgressGoesOnAfterwards() throws Exception {
        MemoryNetwork network = new MemoryNetwork(2, 100, 128);
        PacketEngine engine = network.engine(0);
        network.breakDown(0);
        engine.progressThread(true);
        Thread thread = ownThreads().getFirst();
        awaitIn(thread, "ProgressThread", "pass", Thread.State.WAITING);
        network.repair(0);
        EngineException failure = assertThrows(EngineException.class, engine::progress);
        assertEquals("the device is broken", failure.getMessage());
        engine.progress(); // once is enough
        awaitIn(thread, "ProgressThread", "keepOut", Thread.State.TIMED_WAITING); // this transport wakes it for nothing
        engine.progressThread(false);
        assertEquals(List.of(), ownThreads());
    }

    @Test
    void errorOfAnOperationIsThrownByTheNextCall() throws Exception {
        PacketEngine engine = open().getFirst();
        boolean[] begun = new boolean[1];
        Thread test = Thread.currentThread();
        engine.start(new SteppedOperation(0, () -> {
            if (Thread.currentThread() == test) {
                return begun[0]; // at the start, and after the error was thrown
            }
            begun[0] = true;
            throw new StackOverflowError("of the program's own");
        }));
        engine.progressThread(true);
        awaitIn(ownThreads().getFirst(), "ProgressThread", "pass", Thread.State.WAITING);
        Error error = assertThrows(StackOverflowError.class, engine::progress);
        assertEquals("of the program's own", error.getMessage());
        engine.close();
        assertEquals(List.of(), ownThreads());
    }

    @Test
    void threadThatAnOperationInterruptsStillSleeps() throws Exception {
        PacketEngine engine = open().getFirst();
        Thread test = Thread.currentThread();
        SteppedOperation interrupting = new SteppedOperation(0, () -> {
            if (Thread.currentThread() == test) {
                return false;
            }
            Thread.currentThread().interrupt();
            return true;
        });
        engine.start(interrupting);
        engine.progressThread(true);
        compute(interrupting);
        awaitAsleep(ownThreads().getFirst());
        engine.close();
        assertEquals(List.of(), ownThreads());
    }

    @Test
    void lossIsNoticedWhileTheProgramComputes() {
        MemoryNetwork network = new MemoryNetwork(2, 100, 128);
        PacketEngine engine = network.engine(0);
        Receive receive = startReceive(engine, new int[1]);
        network.lose(0, 1);
        engine.progressThread(true);
        compute(receive);
        assertEquals(ErrorClass.ERR_PROC_FAILED, receive.failure().error());
        engine.close();
    }
}
