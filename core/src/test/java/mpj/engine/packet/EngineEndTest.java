package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import mpj.engine.CollectiveMessages;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.wait.WaitPolicy;
import mpj.transport.spi.Reach;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests an engine that ends while other threads are in its calls. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineEndTest {
    private static final WaitPolicy ASLEEP_AT_ONCE = new WaitPolicy(0, 0, 0, 0, Duration.ofHours(1).toNanos());
    private static final WaitPolicy AWAKE =
        new WaitPolicy(10, 1000, 1000, Integer.MAX_VALUE, Duration.ofHours(1).toNanos());
    private static final int THREADS = 3;

    private final MailTransport transport = new MailTransport("mail", Reach.HOST, 0, _ -> true, 2);

    private PacketEngine open(WaitPolicy waiting) throws InterruptedException {
        MemoryJob job = new MemoryJob(2, 2);
        TransportChoice choice = TransportChoice.of(List.of(transport), false);
        return job.onEveryRank(rank -> () -> new PacketEngine(job.bootstrap(rank), choice, new EagerLimit(128),
            waiting)).getFirst();
    }

    private static Receive receive(Engine engine, int source, int tag) {
        return engine.receive(new int[1], ElementType.INT, ElementType.INT.code(), 0, Integer.BYTES, 0, source, tag);
    }

    private static Receive startReceive(Engine engine) {
        return engine.startReceive(new int[1], ElementType.INT, ElementType.INT.code(), 0, Integer.BYTES, 0, 1, 1);
    }

    private static Operation startSynchronousSend(Engine engine) {
        return engine.startSend(new int[1], ElementType.INT, 0, Integer.BYTES,
            SectionHeader.pack(ElementType.INT.code(), 1), 0, 1, 1, true);
    }

    private static Void test(Engine engine) {
        Operation receive = startReceive(engine);
        while (!engine.test(receive)) {
            Thread.yield();
        }
        return null;
    }

    private static Void finish(Engine engine, Operation operation) {
        engine.finish(operation);
        return null;
    }

    private static List<Callable<Object>> calls(Engine engine) {
        List<Callable<Object>> calls = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            calls.add(() -> receive(engine, Receive.ANY, 1));
            calls.add(() -> receive(engine, 1, 1));
            calls.add(() -> engine.awaitProbe(0, 1, 2));
            calls.add(() -> finish(engine, startReceive(engine)));
            calls.add(() -> finish(engine, startSynchronousSend(engine)));
        }
        return calls;
    }

    private static void end(Engine engine, ThreadFactory factory, List<Callable<Object>> calls) throws Exception {
        CountDownLatch begun = new CountDownLatch(calls.size());
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(factory)) {
            List<Future<Object>> results = calls.stream().map(call -> threads.submit(() -> {
                begun.countDown();
                return call.call();
            })).toList();
            begun.await();
            engine.close();
            for (Future<Object> result : results) {
                Throwable cause = assertThrows(ExecutionException.class, () -> Limit.await(result)).getCause();
                assertTrue(cause.getMessage().contains("MPI.Finalize was called"), cause::toString);
                assertEquals(0, cause.getSuppressed().length);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true", "false, true"})
    void callsOfOtherThreadsFailAndNoneIsInATransportAfterwards(boolean asleep, boolean virtual) throws Exception {
        PacketEngine engine = open(asleep ? ASLEEP_AT_ONCE : AWAKE);
        List<Callable<Object>> calls = calls(engine);
        if (!asleep) {
            calls.add(() -> test(engine)); // this call would keep the threads awake that sleep in the transport
        }
        end(engine, virtual ? Thread.ofVirtual().factory() : Thread.ofPlatform().daemon().factory(), calls);
        assertEquals(0, transport.usedAfterClose());
    }

    @Test
    void threadThatHasSteppedAsideIsWaitedFor() throws Exception {
        PacketEngine engine = open(AWAKE);
        CollectiveMessages messages = engine.collective(1);
        CountDownLatch aside = new CountDownLatch(1);
        CountDownLatch back = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory())) {
            Future<Object> operation = threads.submit(() -> {
                messages.acquire();
                try {
                    messages.stepAside();
                    aside.countDown();
                    back.await();
                    messages.stepBack();
                } finally {
                    messages.release();
                }
                return null;
            });
            aside.await();
            Future<?> end = threads.submit(engine::end);
            assertNull(engine.probe(0, 1, 1)); // the lock is free
            assertFalse(end.isDone());
            back.countDown();
            assertNull(Limit.await(operation));
            Limit.await(end);
        }
        assertThrows(EngineException.class, () -> engine.probe(0, 1, 1));
    }
}
