package mpj.engine.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import mpj.engine.Context;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.packet.Limit;
import mpj.engine.packet.PacketEngine;
import mpj.engine.packet.TransportChoice;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.transport.spi.MessageLibrary;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/** The engines of all ranks of a job that a library in memory carries. */
final class LibraryRanks implements AutoCloseable {
    static final Context WORLD = new Context(0);
    /** So many that every thread has a core. */
    private static final int CORES = 1000;
    private static final int EAGER = 1024;
    /** Enough for everything that the ranks do for each other in turn. */
    private static final int TURNS = 20;

    private final MemoryLibraries job;
    private final PacketEngine[] packets;
    private final LibraryEngine[] engines;
    private final ExecutorService threads = Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());

    /** Ranks whose threads may wait within the library. */
    LibraryRanks(MemoryLibraries job) {
        this(job, CORES);
    }

    /** @param cores the number of cores that each host is said to have */
    LibraryRanks(MemoryLibraries job, int cores) {
        this.job = job;
        packets = new PacketEngine[job.size];
        engines = new LibraryEngine[job.size];
        onEveryRank(rank -> {
            packets[rank] = packets(job.rank(rank));
            engines[rank] = new LibraryEngine(packets[rank], job.rank(rank), cores);
        });
        onEveryRank(rank -> engines[rank].open(WORLD, IntStream.range(0, job.size).toArray()));
    }

    private static PacketEngine packets(MessageLibrary library) {
        LibraryExchange exchange = new LibraryExchange(library);
        Bootstrap bootstrap = Bootstrap.over(exchange, library.localSize(), exchange.agreeOnSecret());
        return new PacketEngine(bootstrap, TransportChoice.of(library.packets()), new EagerLimit(EAGER));
    }

    LibraryEngine engine(int rank) {
        return engines[rank];
    }

    PacketEngine packets(int rank) {
        return packets[rank];
    }

    MemoryLibrary library(int rank) {
        return job.rank(rank);
    }

    /** Runs an action for every rank at the same time, and waits for all. */
    void onEveryRank(IntConsumer action) {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < job.size; i++) {
            int rank = i;
            all.add(threads.submit(() -> action.accept(rank)));
        }
        all.forEach(LibraryRanks::await);
    }

    /** Runs something in another thread. */
    <T> Future<T> beside(Callable<T> call) {
        return threads.submit(call);
    }

    /** Waits for what runs in another thread. */
    static <T> T await(Future<T> future) {
        try {
            return Limit.await(future);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until a thread of a rank waits within a receive of its library. */
    void awaitWaiting(int rank, int calls) {
        synchronized (job) {
            job.await(() -> library(rank).calls().waiting() == calls);
        }
    }

    /** Lets every rank make progress, several times in turn. */
    void settle() {
        for (int i = 0; i < TURNS; i++) {
            for (LibraryEngine engine : engines) {
                engine.progress();
            }
        }
    }

    static Operation send(Engine from, byte[] message, int destination, int tag) {
        return send(from, message, destination, tag, false);
    }

    static Operation send(Engine from, byte[] message, int destination, int tag, boolean synchronous) {
        return from.startSend(message, ElementType.BYTE, 0, message.length,
            SectionHeader.pack(ElementType.BYTE.code(), message.length), WORLD.pointToPoint(), destination, tag,
            synchronous);
    }

    static Receive receive(Engine by, byte[] room, int source, int tag) {
        return by.startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length,
            WORLD.pointToPoint(), source, tag);
    }

    /** Sends a message, and returns when its memory may be used again. */
    static void sendNow(Engine from, byte[] message, int destination, int tag) {
        from.send(message, ElementType.BYTE, 0, message.length,
            SectionHeader.pack(ElementType.BYTE.code(), message.length), WORLD.pointToPoint(), destination, tag);
    }

    /** Receives a message, and returns when it is there. */
    static Receive receiveNow(Engine by, byte[] room, int source, int tag) {
        return by.receive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length, WORLD.pointToPoint(),
            source, tag);
    }

    /** Lets the ranks make progress, and checks that an operation is complete. */
    void assertCompletes(Operation operation) {
        settle();
        assertTrue(operation.done(), "the operation is still under way");
        assertNull(operation.failure());
    }

    /** Receives a message that must have come. */
    byte[] received(int by, int length, int source, int tag) {
        byte[] room = new byte[length];
        Receive receive = receive(engine(by), room, source, tag);
        assertCompletes(receive);
        assertEquals(length, receive.matchedBytes());
        return room;
    }

    /** Ends all ranks, and checks that none has broken a rule of the library. */
    @Override
    public void close() {
        onEveryRank(rank -> engines[rank].close());
        threads.shutdown();
        assertEquals(List.of(), job.violations());
    }
}
