package mpj.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import mpj.transport.spi.TransportException;

/**
 * The memory that this rank's program has allocated, found by address. Thread-safe: any thread may close an arena, so
 * the table is replaced and never changed.
 */
final class Allocations implements AutoCloseable {
    private static final Allocation[] NONE = {};
    /** The fraction of the memory for such files that is left to the channels of this host's jobs: one fourth. */
    static final int PART_LEFT = 4;

    /** Sorted by address. */
    private volatile Allocation[] table = NONE;
    private boolean refused;
    private boolean closed;

    /** Whether there is no allocation, as in most programs. */
    boolean isEmpty() {
        return table.length == 0;
    }

    /** The allocation that contains a segment, or null. */
    Allocation find(MemorySegment segment) {
        Allocation[] sorted = table;
        long address = segment.address();
        int low = 0;
        int high = sorted.length;
        while (low < high) { // the last allocation that begins at this address or before it
            int middle = (low + high) >>> 1;
            if (sorted[middle].address() <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > 0 && sorted[low - 1].has(segment) ? sorted[low - 1] : null;
    }

    /**
     * Allocates memory. Returns null, and logs a warning the first time, if the system has too little memory that can
     * be shared.
     */
    MemorySegment allocate(long bytes, Arena arena) {
        if (!arena.scope().isAlive()) {
            throw new IllegalStateException("Already closed");
        }
        try {
            MemoryFile.checkRemaining(bytes, PART_LEFT);
            MemoryFile file = MemoryFile.create();
            try {
                return allocate(file, bytes, arena);
            } catch (RuntimeException e) {
                file.close();
                throw e;
            }
        } catch (TransportException e) {
            refuse(bytes, e);
            return null;
        }
    }

    private MemorySegment allocate(MemoryFile file, long bytes, Arena arena) {
        file.allocate(0, AllocationLayout.MEMORY_AT + bytes);
        Arena mapping = Arena.ofShared();
        try {
            Allocation allocation = new Allocation(file,
                file.map(0, AllocationLayout.MEMORY_AT + bytes, mapping), mapping, bytes);
            MemorySegment segment = allocation.segment(arena, () -> free(allocation));
            add(allocation);
            return segment;
        } catch (RuntimeException e) {
            mapping.close();
            throw e;
        }
    }

    private synchronized void refuse(long bytes, TransportException why) {
        if (!refused) {
            refused = true;
            System.getLogger("mpj.transport.shm").log(System.Logger.Level.WARNING, bytes
                + " bytes that the program allocates (MPI.allocate, Win.allocate) lie in memory that other processes"
                + " cannot map: messages from there are copied twice, and a window there is accessed by messages; "
                + why.getMessage());
        }
    }

    private synchronized void add(Allocation allocation) {
        if (closed) {
            allocation.hide();
            return;
        }
        Allocation[] more = Arrays.copyOf(table, table.length + 1);
        more[table.length] = allocation;
        Arrays.sort(more, Comparator.comparingLong(Allocation::address));
        table = more;
    }

    private void free(Allocation allocation) {
        remove(allocation);
        allocation.free();
    }

    private synchronized void remove(Allocation allocation) {
        table = Arrays.stream(table).filter(each -> each != allocation).toArray(Allocation[]::new);
    }

    /** Ends all reads by peers. The memory itself is freed with its arenas. */
    @Override
    public synchronized void close() {
        closed = true;
        for (Allocation each : table) {
            each.hide();
        }
        table = NONE;
    }
}
