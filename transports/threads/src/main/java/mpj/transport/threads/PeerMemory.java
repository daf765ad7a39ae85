package mpj.transport.threads;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/**
 * Reading out of the buffers of other ranks of this JVM: arrays and segments alike. The reading thread copies, at once,
 * while the sender helps ({@link SharedCopy}) or does something else; that is the only copy.
 */
final class PeerMemory implements RemoteMemory {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    /** While one thread of a rank copies, its others wait for the engine: not for longer than some tenths of a ms. */
    private static final long MAXIMUM_READ = 4 << 20;

    private record Ended(long cookie, TransportException failure) {
    }

    private final Inbox inbox;
    private final ArrayDeque<Ended> ended = new ArrayDeque<>();
    /** Whether there are ends to be told. Read by threads that are about to sleep. */
    private volatile boolean hasEnded;
    /** The inbox found last, most often the next one, too. */
    private Inbox latest;

    PeerMemory(Inbox inbox) {
        this.inbox = inbox;
    }

    private final class Region implements MemoryRegion {
        private final MemorySegment memory;
        private long number;

        Region(MemorySegment memory) {
            this.memory = memory;
        }

        /** Peers can find the memory from now on; of a receive's buffer, which nobody asks for, never. */
        @Override
        public void key(MemorySegment packet, long offset) {
            if (number == 0) {
                number = inbox.exposed().add(memory);
            }
            packet.set(LONG, offset, inbox.number());
            packet.set(LONG, offset + Long.BYTES, number);
        }

        @Override
        public void close() {
            if (number != 0) {
                inbox.exposed().remove(number);
            }
        }
    }

    @Override
    public boolean takesArrays() {
        return true;
    }

    @Override
    public long threshold() {
        return ThreadsTransport.MAXIMUM_PAYLOAD;
    }

    @Override
    public long maximumRead() {
        return MAXIMUM_READ;
    }

    @Override
    public MemoryRegion register(MemorySegment memory) {
        return new Region(memory);
    }

    @Override
    public boolean copy(int peer, MemorySegment key, long keyAt, MemorySegment to) {
        return copy(peer, key, keyAt, 0, to) == null;
    }

    @Override
    public boolean read(int peer, MemorySegment key, long keyAt, MemoryRegion local, long offset, long bytes,
                        long cookie) {
        MemorySegment to = ((Region) local).memory.asSlice(offset, bytes);
        ended.add(new Ended(cookie, copy(peer, key, keyAt, offset, to)));
        hasEnded = true;
        inbox.doorbell().ring();
        return true;
    }

    /** Null if the bytes are there. */
    private TransportException copy(int peer, MemorySegment key, long keyAt, long offset, MemorySegment to) {
        Inbox theirs = find(key.get(LONG, keyAt));
        MemorySegment from = theirs == null ? null : theirs.exposed().find(key.get(LONG, keyAt + Long.BYTES));
        if (from == null) {
            return new TransportException("rank " + peer + " has taken its buffer back");
        }
        SharedCopy copy = new SharedCopy(from.asSlice(offset, to.byteSize()), to);
        boolean shared = copy.isShareable() && theirs.askForHelp(copy);
        try {
            copy.finish();
            return null;
        } catch (IllegalStateException | WrongThreadException e) {
            // A segment that is closed, or of an arena that belongs to one thread: it goes in packets.
            return new TransportException("a buffer of rank " + peer + " or of this one cannot be accessed: " + e, e);
        } finally {
            if (shared) {
                theirs.needNoHelp();
            }
        }
    }

    /** The inbox with a number; null if it is closed, and what it had exposed taken back. */
    private Inbox find(long number) {
        if (latest == null || latest.number() != number) {
            latest = Inboxes.find(number);
        }
        return latest;
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
}
