package mpj.transport.threads;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/**
 * Reads from the buffers of other ranks of this JVM, both arrays and segments. The reading thread copies at once. The
 * sender helps ({@link SharedCopy}) or does something else meanwhile. That is the only copy.
 */
final class PeerMemory implements RemoteMemory {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    /**
     * While one thread of a rank copies, the rank's other threads wait for the engine. This size limits their wait to
     * some tenths of a millisecond.
     */
    private static final long MAXIMUM_READ = 4 << 20;

    private record Ended(long cookie, TransportException failure) {
    }

    private final Inbox inbox;
    private final ArrayDeque<Ended> ended = new ArrayDeque<>();
    /** Whether ends of reads must be reported. Threads that are about to sleep read this. */
    private volatile boolean hasEnded;
    /** The inbox that was found last, which most often is also the next one. */
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

        /**
         * Lets peers find the memory from now on. For a receive's buffer this is never called, because nobody asks for
         * its key.
         */
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
    public boolean read(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local, long localOffset,
                        long bytes, long cookie) {
        MemorySegment to = ((Region) local).memory.asSlice(localOffset, bytes);
        ended.add(new Ended(cookie, copy(peer, key, keyAt, offset, to)));
        hasEnded = true;
        inbox.doorbell().ring();
        return true;
    }

    /** Returns null if the bytes are there, else the reason. */
    private TransportException copy(int peer, MemorySegment key, long keyAt, long offset, MemorySegment to) {
        Inbox theirs = find(key.get(LONG, keyAt));
        MemorySegment from = theirs == null ? null : theirs.exposed().find(key.get(LONG, keyAt + Long.BYTES));
        if (from == null) {
            return new TransportException("rank " + peer + " has taken its buffer back");
        }
        if (to.byteSize() > from.byteSize() - offset) {
            return new TransportException("a packet of rank " + peer + " is damaged: " + to.byteSize() + " bytes from "
                + offset + " on, of a buffer of " + from.byteSize());
        }
        SharedCopy copy = new SharedCopy(from.asSlice(offset, to.byteSize()), to);
        boolean shared = copy.isShareable() && theirs.askForHelp(copy);
        try {
            copy.finish();
            return null;
        } catch (IllegalStateException | WrongThreadException e) {
            // The segment is closed, or its arena belongs to one thread: the message goes in packets.
            return new TransportException("a buffer of rank " + peer + " or of this one cannot be accessed: " + e, e);
        } finally {
            if (shared) {
                theirs.stopNeedingHelp();
            }
        }
    }

    /** The inbox with this number; null if it is closed, and its exposed memory withdrawn. */
    private Inbox find(long number) {
        if (latest == null || latest.number() != number) {
            latest = Inboxes.find(number);
        }
        return latest;
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
}
