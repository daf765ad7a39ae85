package mpj.engine.library;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import mpj.engine.packet.Limit;

/**
 * A job of a library that is in memory. Its ranks are in one JVM, and messages move within the calls of the ranks, so a
 * test can write down every interleaving. A short message is copied when its send starts. A longer message, or that of
 * a synchronous send, is read as late as MPI allows: when it is matched. So a test sees memory that was used again too
 * early.
 *
 * <p>This object is the monitor of all its ranks.
 */
final class MemoryLibraries {
    /** The longest message that is copied when its send starts, in bytes. */
    static final int COPIED = 256;

    private record Place(String communicator, int rank) {
    }

    final int size;
    final int localSize;
    final boolean threadSafe;
    final int largestTag;
    private final List<String> violations = Collections.synchronizedList(new ArrayList<>());
    private final Map<Place, MemoryQueue> queues = new HashMap<>();
    private final List<MemoryLibrary> ranks = new ArrayList<>();
    private final byte[][] parts;
    private byte[][] gathered;
    private int arrived;
    private int gathers;

    MemoryLibraries(int size) {
        this(size, true);
    }

    MemoryLibraries(int size, boolean threadSafe) {
        this(size, 1, threadSafe, Integer.MAX_VALUE);
    }

    /** @param localSize how many ranks of the job a host is said to have */
    MemoryLibraries(int size, int localSize, boolean threadSafe, int largestTag) {
        this.size = size;
        this.localSize = localSize;
        this.threadSafe = threadSafe;
        this.largestTag = largestTag;
        parts = new byte[size][];
        for (int rank = 0; rank < size; rank++) {
            ranks.add(new MemoryLibrary(this, rank, new MemoryCalls(rank, threadSafe, violations)));
        }
    }

    MemoryLibrary rank(int rank) {
        return ranks.get(rank);
    }

    /** The calls that have broken a rule. */
    List<String> violations() {
        return List.copyOf(violations);
    }

    synchronized MemoryQueue queue(String communicator, int rank) {
        return queues.computeIfAbsent(new Place(communicator, rank), _ -> new MemoryQueue());
    }

    /** Waits, with the monitor held, until another rank has done something. */
    void await(BooleanSupplier condition) {
        assert Thread.holdsLock(this);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Limit.SECONDS);
        while (!condition.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("a call of the library takes too long");
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    synchronized byte[][] gather(int rank, byte[] part) {
        int mine = gathers;
        parts[rank] = part.clone();
        if (++arrived == size) {
            gathered = parts.clone();
            arrived = 0;
            gathers++;
            notifyAll();
        }
        await(() -> gathers > mine);
        return gathered;
    }
}
