package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import mpj.engine.BufferMemory;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Receive;
import mpj.engine.match.Arrival;
import mpj.engine.match.Envelope;
import mpj.engine.match.Source;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;
import mpjbuf.layout.ElementType;

/**
 * Reads messages out of their senders' memory into the memory of this rank. When a message has been read, its sender is
 * told ({@link Envelope#FIN}). When a message cannot be read, its sender is asked to send it in fragments instead
 * ({@link Envelope#CTS}). Called with the engine's lock held.
 */
final class RendezvousReads {
    private final EngineLock lock;
    private final Destinations destinations;
    private final Backlog backlog;
    private final RemoteAccesses accesses;
    private final Completions completions;

    RendezvousReads(EngineLock lock, Destinations destinations, Backlog backlog, RemoteAccesses accesses,
                    Completions completions) {
        this.lock = lock;
        this.destinations = destinations;
        this.backlog = backlog;
        this.accesses = accesses;
        this.completions = completions;
    }

    /**
     * The memory of a buffer; null if the memory is not in one piece, is closed, or is of a kind that cannot be
     * registered.
     */
    private static MemorySegment registrable(boolean arrays, Object buffer, ElementType type) {
        if (buffer instanceof NoncontiguousBuffer
            || !(buffer instanceof MemorySegment) && (!arrays || type == ElementType.BOOLEAN)) {
            return null;
        }
        MemorySegment segment = BufferMemory.view(buffer, type);
        return (segment.isNative() || arrays) && segment.scope().isAlive()
            && segment.isAccessibleBy(Thread.currentThread()) ? segment : null;
    }

    /**
     * Registers the part of a buffer that has a message, so that a rank can read the message. Null if the transport
     * cannot do that, or if reading would not be faster.
     *
     * @param early whether the message could leave before it is matched
     */
    static MemoryRegion register(Destination reader, Object buffer, ElementType type, long from, long bytes,
                                 boolean early) {
        RemoteMemory remote = reader.remoteMemory();
        if (remote == null || early && !remote.readsEarly() || bytes < remote.threshold()
            || bytes <= reader.channel.maximumPayload()) {
            return null;
        }
        MemorySegment memory = registrable(remote.takesArrays(), buffer, type);
        return memory == null ? null : remote.register(memory.asSlice(from, bytes));
    }

    /** Begins to read a message that is matched. False if it cannot be read. */
    boolean start(Source source, Arrival arrival) {
        assert lock.isHeldByMe();
        Receive receive = arrival.receive;
        RemoteMemory memory = destinations.to(source.rank).remoteMemory();
        if (memory == null || receive.hasFailed()) {
            return false;
        }
        MemorySegment segment = registrable(memory.fillsArrays(), receive.buffer, receive.type);
        if (segment == null) {
            return false;
        }
        MemorySegment target = segment.asSlice(receive.from, arrival.bytes);
        if (arrival.bytes <= memory.maximumRead() && memory.copy(source.rank, arrival.key, 0, target)) {
            arrived(source, arrival);
            source.keep(arrival);
            return true;
        }
        MemoryRegion region = memory.registerTarget(target);
        if (region == null) {
            return false;
        }
        arrival.reading = true;
        accesses.begin(new Reading(source, arrival, memory, region));
        return true;
    }

    private void arrived(Source source, Arrival arrival) {
        source.remove(arrival);
        backlog.control(destinations.to(source.rank), Envelope.FIN, arrival.number);
        completions.complete(arrival.receive);
    }

    /** A message that is being read, part by part. */
    private final class Reading implements RemoteWork {
        private final Source source;
        private final Arrival arrival;
        private final RemoteMemory memory;
        private final MemoryRegion region;
        /** How many bytes the read under way adds to {@link Arrival#received} when it ends; 0 if none is under way. */
        private long part;

        Reading(Source source, Arrival arrival, RemoteMemory memory, MemoryRegion region) {
            this.source = source;
            this.arrival = arrival;
            this.memory = memory;
            this.region = region;
        }

        @Override
        public Start start(long cookie) {
            if (part > 0) {
                return Start.NONE;
            }
            if (source.lost) {
                abandon();
                return Start.NONE;
            }
            long next = Math.min(arrival.bytes - arrival.received, memory.maximumRead());
            try {
                if (!memory.read(source.rank, arrival.key, 0, arrival.received, region, arrival.received, next,
                    cookie)) {
                    return Start.LATER;
                }
            } catch (TransportException e) {
                askForFragments();
                return Start.NONE;
            }
            part = next;
            return Start.STARTED;
        }

        @Override
        public boolean ended(TransportException failure) {
            if (source.lost) {
                abandon();
                return false;
            }
            if (failure != null) {
                askForFragments();
                return false;
            }
            arrival.received += part;
            part = 0;
            if (arrival.received < arrival.bytes) {
                return true;
            }
            end();
            arrived(source, arrival);
            return false;
        }

        /**
         * Completes a receive that has failed because its source is lost. No read is under way: until a read has ended,
         * the device may write into the buffer.
         */
        private void abandon() {
            end();
            completions.complete(arrival.receive);
        }

        /** A read has failed. */
        private void askForFragments() {
            end();
            arrival.received = 0;
            arrival.key = null;
            backlog.control(destinations.to(source.rank), Envelope.CTS, arrival.number);
        }

        private void end() {
            arrival.reading = false;
            region.close();
        }
    }
}
