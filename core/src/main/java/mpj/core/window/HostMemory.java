package mpj.core.window;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpj.core.collective.GroupExchange;
import mpj.core.comm.Communicator;
import mpj.core.group.Membership;
import mpj.engine.Engine;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.TransportException;

/**
 * The memory that the ranks of a window on one host share: first the {@link MemoryLocks} of each rank, then the memory
 * of each rank, in the order of ranks. The first of these ranks creates it, and the others attach to it. All of them
 * have it, or none has. The memory ends with the window's arena.
 */
final class HostMemory {
    private static final long PAGE = 4096;
    private static final long LINE = 64;
    private static final int[] NONE = {};

    /** The ranks, in the window's communicator. */
    private final int[] ranks;
    private final long[] starts;
    private final long[] sizes;
    private final long bytes;
    private final MemorySegment memory;

    private HostMemory(int[] ranks, long[] sizes, boolean contiguous) {
        this.ranks = ranks;
        this.sizes = sizes;
        this.starts = new long[ranks.length];
        long at = rounded(ranks.length * MemoryLocks.BYTES, PAGE);
        for (int i = 0; i < ranks.length; i++) {
            starts[i] = at;
            at += contiguous ? sizes[i] : rounded(sizes[i], sizes[i] < PAGE ? LINE : PAGE);
        }
        bytes = rounded(at, PAGE);
        memory = null;
    }

    private HostMemory(HostMemory plan, SharedMemory.Attachment attachment, Arena arena) {
        ranks = plan.ranks;
        sizes = plan.sizes;
        starts = plan.starts;
        bytes = plan.bytes;
        memory = scoped(attachment, arena);
    }

    /**
     * The memory, bound to an arena. An access after the arena has ended gets an exception, and only then is the
     * attachment closed: a program may have forgotten the window and still use a segment.
     */
    @SuppressWarnings("restricted")
    private static MemorySegment scoped(SharedMemory.Attachment attachment, Arena arena) {
        return attachment.memory().reinterpret(arena, _ -> attachment.close());
    }

    private static long rounded(long bytes, long unit) {
        return (bytes + unit - 1) / unit * unit;
    }

    /**
     * Shares memory with the window's ranks of this host. All ranks call this.
     *
     * @param sizes how much each rank of the window has
     * @param contiguous whether each rank's memory begins where the memory of the rank before ends
     * @param arena ends the memory
     * @return null if this rank is alone on its host, or there is no such memory
     */
    static HostMemory share(Communicator comm, long[] sizes, boolean contiguous, Arena arena) {
        Membership membership = comm.membership();
        int[] group = membership.group;
        int host = comm.job().hostOf(group, membership.rank);
        int[] ranks = IntStream.range(0, group.length).filter(rank -> comm.job().hostOf(group, rank) == host)
            .toArray();
        if (ranks.length == 1) {
            return null;
        }
        HostMemory plan = new HostMemory(ranks, Arrays.stream(ranks).mapToLong(rank -> sizes[rank]).toArray(),
            contiguous);
        return plan.reach(comm, arena);
    }

    private HostMemory reach(Communicator comm, Arena arena) {
        Engine engine = comm.live().get();
        Membership membership = comm.membership();
        int[] members = Arrays.stream(ranks).map(rank -> membership.group[rank]).toArray();
        int place = Arrays.binarySearch(ranks, membership.rank);
        GroupExchange exchange = GroupExchange.ofPart(engine, membership.context.collective(), ranks[0], members,
            place);
        SharedMemory shared = engine.sharedMemory(members);
        try (SharedMemory.Created created = place == 0 ? created(shared) : null) {
            int[] key = exchange.broadcast(created == null ? NONE : ints(created.key()), 0);
            SharedMemory.Attachment mine = created != null ? created.attachment() : attached(shared, key);
            // When this returns, no rank will attach any more.
            boolean everywhere = exchange.maximum(mine == null ? 1 : 0) == 0;
            if (!everywhere && mine != null) {
                mine.close();
            }
            return everywhere ? new HostMemory(this, mine, arena) : null;
        }
    }

    private SharedMemory.Created created(SharedMemory shared) {
        try {
            return shared == null ? null : shared.create(bytes);
        } catch (TransportException e) {
            return null; // each rank has memory of its own
        }
    }

    private SharedMemory.Attachment attached(SharedMemory shared, int[] key) {
        try {
            return shared == null || key.length == 0 ? null : shared.attach(bytes(key), bytes);
        } catch (TransportException e) {
            return null;
        }
    }

    private static int[] ints(byte[] key) {
        return new String(key, StandardCharsets.ISO_8859_1).chars().toArray();
    }

    private static byte[] bytes(int[] key) {
        return new String(key, 0, key.length).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** How many ranks share it. */
    int size() {
        return ranks.length;
    }

    boolean has(int rank) {
        return Arrays.binarySearch(ranks, rank) >= 0;
    }

    MemorySegment memory(int rank) {
        int place = Arrays.binarySearch(ranks, rank);
        return memory.asSlice(starts[place], sizes[place]);
    }

    MemoryLocks locks(int rank) {
        return new MemoryLocks(memory.asSlice(Arrays.binarySearch(ranks, rank) * MemoryLocks.BYTES, MemoryLocks.BYTES));
    }
}
