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
 * Reads memory that the programs of peers have allocated ({@link Allocations}). A rank maps such memory when it first
 * reads there. Other memory of a process is invisible to its peers, so messages from there go in packets.
 */
final class PeerMemory implements RemoteMemory, AutoCloseable {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    /** The parts of a key. */
    private static final long PROCESS_AT = 0;
    private static final long DESCRIPTOR_AT = 4;
    private static final long NUMBER_AT = 8;
    private static final long OFFSET_AT = 16;
    private static final long BYTES_AT = 24;

    /** Up to this size, a copy in and a copy out that overlap are faster than an announcement and one copy. */
    private static final long THRESHOLD = 16 << 10;
    /**
     * While one thread of a rank copies, the rank's other threads wait for the engine. This size limits their wait to
     * some tenths of a millisecond.
     */
    private static final long MAXIMUM_READ = 4 << 20;
    /** The JVM has no safepoint while a piece of this size is copied. */
    private static final long PIECE = 1 << 20;

    private record Ended(long cookie, TransportException failure) {
    }

    private final Allocations allocations = new Allocations();
    private final MappedAllocations mapped = new MappedAllocations();
    /** The memory of this rank from which messages are under way. */
    private final List<Exposed> exposed = new ArrayList<>();
    private final ArrayDeque<Ended> ended = new ArrayDeque<>();
    /** Whether ends of reads must be reported. Threads that are about to sleep read this. */
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

        /** A peer that is reading continues: its own mapping stays, whatever this rank does with the memory. */
        @Override
        public void close() {
            exposed.remove(this);
            allocation.conceal();
        }
    }

    /** The place to which a read goes. */
    private record Target(MemorySegment memory) implements MemoryRegion {
        @Override
        public void key(MemorySegment packet, long offset) {
            throw new UnsupportedOperationException("no peer reads where a message goes");
        }

        @Override
        public void close() {
            // Nothing is to be done: the read has ended.
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
    public boolean read(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local, long localOffset,
                        long bytes, long cookie) {
        ended.add(new Ended(cookie, copy(key, keyAt, offset, ((Target) local).memory.asSlice(localOffset, bytes))));
        hasEnded = true;
        return true;
    }

    /** Returns null if the bytes are there, else the reason. */
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
            return e; // the peer may have freed the memory: it then sends packets, or is told of the failure
        } catch (IllegalStateException | WrongThreadException e) {
            return new TransportException("the receive's buffer cannot be accessed: " + e, e);
        }
    }

    /** Checks numbers that another process has written, so that they lead to no other memory. */
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

    /** Copies pieces for peers that are reading this rank's memory at present. Returns true if there were any. */
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

    /** Reports the reads that have ended. Reads that are started meanwhile are reported the next time. */
    boolean tell(PacketHandler handler) {
        int count = ended.size();
        for (int i = 0; i < count; i++) {
            Ended each = ended.poll();
            handler.completed(each.cookie, each.failure);
        }
        hasEnded = !ended.isEmpty();
        return count > 0;
    }

    /** Unmaps the memory that peers have freed. */
    void tidy() {
        mapped.tidy();
    }

    /** Unmaps the allocations of a process that has ended. */
    void forget(int process) {
        mapped.forget(process);
    }

    @Override
    public void close() {
        allocations.close();
        mapped.close();
    }
}
