package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import mpj.bindings.verbs.verbs_h;
import mpj.transport.spi.PacketHandler;

/**
 * The rings of the peers that send most. This is the RDMA fast path of MVAPICH (Liu, Wu, Panda, High Performance
 * RDMA-Based MPI Implementation over InfiniBand, 2004). There are few rings, because each is checked whenever this rank
 * makes progress.
 */
final class EagerRings implements AutoCloseable {
    private final int packet;
    private final int after;
    private final MemorySegment memory;
    private final Registration registration;
    private final Deque<IncomingRing> free = new ArrayDeque<>();
    private final Connection[] users;
    private int used;
    /** The number of threads that sleep or are about to. While there is one, no ring is opened. */
    private final AtomicInteger sleepers = new AtomicInteger();

    /**
     * @param count the number of rings
     * @param packet the size of a ring's places, in bytes
     * @param after the number of packets after which a peer counts as one that sends much
     */
    EagerRings(Device device, int count, int packet, int after, Arena arena) {
        this.packet = packet;
        this.after = after;
        users = new Connection[count];
        memory = arena.allocate(Math.max(1, (long) count * IncomingRing.PLACES * packet), 4096);
        registration = device.register(memory, verbs_h.IBV_ACCESS_LOCAL_WRITE() | verbs_h.IBV_ACCESS_REMOTE_WRITE());
        for (int i = 0; i < count; i++) {
            free.add(new IncomingRing(memory, i, packet));
        }
    }

    RingsAddress address() {
        return new RingsAddress(memory.address(), registration.remoteKey(), packet);
    }

    MemorySegment memory() {
        return memory;
    }

    int after() {
        return after;
    }

    /**
     * Finds a ring for a peer that has sent much. Returns null if there is none, and then looks for the peer with a
     * ring that has sent least since this was last asked. That peer loses its ring if it sent less than half as much.
     */
    IncomingRing take(Connection user, int recent) {
        if (!free.isEmpty() && nobodySleeps()) {
            users[used++] = user;
            return free.remove();
        }
        Connection least = null;
        for (int i = 0; i < used; i++) {
            if (least == null || users[i].recent() < least.recent()) {
                least = users[i];
            }
        }
        boolean retires = free.isEmpty() && least != null && least.recent() < recent / 2;
        for (int i = 0; i < used; i++) {
            users[i].forgetRecent();
        }
        if (retires) {
            least.retireRing();
        }
        return null;
    }

    void give(Connection user, IncomingRing ring) {
        int i = 0;
        while (users[i] != user) {
            i++;
        }
        users[i] = users[--used];
        users[used] = null;
        ring.clear();
        free.add(ring);
    }

    /** Hands on the packets that have come into the rings. */
    boolean poll(PacketHandler handler) {
        boolean any = false;
        for (int i = 0; i < used; i++) {
            any |= users[i].pollRing(handler);
        }
        return any;
    }

    // ---------------------------------------------------------------------------------------------------- sleeping

    /** Closes all rings. Returns false if a packet may come into one without anything that reports it. */
    boolean closeAll() {
        boolean may = true;
        for (int i = 0; i < used; i++) {
            may &= users[i].closeRing();
        }
        return may;
    }

    void prepareToSleep() {
        sleepers.incrementAndGet();
    }

    void slept() {
        sleepers.updateAndGet(count -> Math.max(0, count - 1));
    }

    boolean nobodySleeps() {
        return sleepers.get() == 0;
    }

    @Override
    public void close() {
        registration.close();
    }
}
