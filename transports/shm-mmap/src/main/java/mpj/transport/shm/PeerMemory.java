package mpj.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import mpj.bindings.Memcpy;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/**
 * Reading out of the memory that peers' programs have allocated ({@link Allocations}). The reader maps it when it
 * reads there first. Other memory of a process is not seen by others: messages from there go in packets.
 */
final class PeerMemory implements RemoteMemory, AutoCloseable {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    /** In a key. */
    private static final long PROCESS_AT = 0;
    private static final long DESCRIPTOR_AT = 4;
    private static final long NUMBER_AT = 8;
    private static final long OFFSET_AT = 16;
    private static final long BYTES_AT = 24;

    /** Up to this size, a copy in and a copy out that overlap are faster than an announcement and one copy. */
    private static final long THRESHOLD = 16 << 10;
    /** While one thread of a rank copies, its others wait for the engine: not for longer than some tenths of a ms. */
    private static final long MAXIMUM_READ = 4 << 20;
    /** No safepoint comes while such a piece is copied. */
    private static final long PIECE = 1 << 20;

    private record Ended(long cookie, TransportException failure) {
    }

    private final Allocations allocations = new Allocations();
    private final MappedAllocations mapped = new MappedAllocations();
    /** Messages that are under way from here. */
    private final List<Exposed> exposed = new ArrayList<>();
    private final ArrayDeque<Ended> ended = new ArrayDeque<>();
    /** Whether there are ends to be told. Read by threads that are about to sleep. */
    private volatile boolean hasEnded;

    /** A part of this rank's memory that a peer may read. */
    private final class Exposed implements MemoryRegion {
        private final Allocation allocation;
        private final MemorySegment memory;
        private final long offset;

        Exposed(Allocation allocation, MemorySegment memory) {
            this.allocation = allocation;
            this.memory = memory;
            this.offset = memory.address() - allocation.address();
        }

        @Override
        public void key(MemorySegment packet, long at) {
            MemoryFile file = allocation.file();
            packet.set(INT, at + PROCESS_AT, file.process());
            packet.set(INT, at + DESCRIPTOR_AT, file.descriptor());
            packet.set(LONG, at + NUMBER_AT, file.number());
            packet.set(LONG, at + OFFSET_AT, offset);
            packet.set(LONG, at + BYTES_AT, allocation.bytes());
        }

        boolean help() {
            return allocation.copy().help(memory, offset, mapped);
        }

        /** A peer that reads it goes on: what it has mapped is there, whatever becomes of it here. */
        @Override
        public void close() {
            exposed.remove(this);
            allocation.conceal();
        }
    }

    /** Where a read goes. */
    private record Target(MemorySegment memory) implements MemoryRegion {
        @Override
        public void key(MemorySegment packet, long offset) {
            throw new UnsupportedOperationException("no peer reads where a message goes");
        }

        @Override
        public void close() {
            // The read has ended.
        }
    }

    @Override
    public long threshold() {
        return allocations.isEmpty() ? Long.MAX_VALUE : THRESHOLD;
    }

    @Override
    public boolean readsEarly() {
        return true;
    }

    @Override
    public boolean fillsArrays() {
        return true;
    }

    @Override
    public long maximumRead() {
        return MAXIMUM_READ;
    }

    @Override
    public MemorySegment allocate(long bytes, Arena arena) {
        return bytes < THRESHOLD ? null : allocations.allocate(bytes, arena);
    }

    @Override
    public MemoryRegion register(MemorySegment memory) {
        Allocation allocation = allocations.find(memory);
        if (allocation == null || !allocation.expose()) {
            return null;
        }
        Exposed region = new Exposed(allocation, memory);
        exposed.add(region);
        return region;
    }

    @Override
    public MemoryRegion registerTarget(MemorySegment memory) {
        return new Target(memory);
    }

    @Override
    public boolean copy(int peer, MemorySegment key, long keyAt, MemorySegment to) {
        return copy(key, keyAt, 0, to) == null;
    }

    @Override
    public boolean read(int peer, MemorySegment key, long keyAt, MemoryRegion local, long offset, long bytes,
                        long cookie) {
        ended.add(new Ended(cookie, copy(key, keyAt, offset, ((Target) local).memory.asSlice(offset, bytes))));
        hasEnded = true;
        return true;
    }

    /** Null if the bytes are there. */
    private TransportException copy(MemorySegment key, long keyAt, long offset, MemorySegment to) {
        try {
            int process = key.get(INT, keyAt + PROCESS_AT);
            MappedAllocations.Mapped theirs = mapped.find(process, key.get(INT, keyAt + DESCRIPTOR_AT),
                key.get(LONG, keyAt + NUMBER_AT), key.get(LONG, keyAt + BYTES_AT));
            long start = key.get(LONG, keyAt + OFFSET_AT) + offset;
            check(start, to.byteSize(), theirs.memory().byteSize());
            Allocation target = to.byteSize() < HelpedCopy.SHORTEST ? null : allocations.find(to);
            if (target == null || !theirs.copy().copy(process, theirs.memory(), start, to, target)) {
                copy(theirs.memory(), start, to);
            }
            return null;
        } catch (TransportException e) {
            return e; // the peer has freed it, say: it sends packets, or hears of it
        } catch (IllegalStateException | WrongThreadException e) {
            return new TransportException("the receive's buffer cannot be accessed: " + e, e);
        }
    }

    /** What another process has written leads to no other memory. */
    private static void check(long start, long bytes, long all) {
        if (start < 0 || start > all - bytes) {
            throw new TransportException("a peer's packet is damaged: " + bytes + " bytes from " + start
                + " on, of memory that has " + all);
        }
    }

    private static void copy(MemorySegment from, long start, MemorySegment to) {
        long bytes = to.byteSize();
        for (long at = 0; at < bytes; at += PIECE) {
            Memcpy.copy(from, start + at, to, at, Math.min(PIECE, bytes - at));
        }
    }

    /** Does a part of what peers copy out of this rank's memory just now; true if there was any. */
    boolean help() {
        boolean any = false;
        for (int i = 0; i < exposed.size(); i++) {
            any |= exposed.get(i).help();
        }
        return any;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /** Tells which reads have ended; those that are started meanwhile, the next time. */
    boolean tell(PacketHandler handler) {
        int count = ended.size();
        for (int i = 0; i < count; i++) {
            Ended each = ended.poll();
            handler.completed(each.cookie, each.failure);
        }
        hasEnded = !ended.isEmpty();
        return count > 0;
    }

    /** Unmaps what peers have freed. */
    void tidy() {
        mapped.tidy();
    }

    /** Unmaps what a process had allocated that has ended. */
    void forget(int process) {
        mapped.forget(process);
    }

    @Override
    public void close() {
        allocations.close();
        mapped.close();
    }
}
