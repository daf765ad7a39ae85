package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import mpj.engine.BufferMemory;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Receive;
import mpj.engine.match.Arrival;
import mpj.engine.match.ByNumber;
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
    private static final class Reading {
        final Source source;
        final Arrival arrival;
        final RemoteMemory memory;
        final MemoryRegion region;
        /** How many bytes the read under way adds to {@link Arrival#received} when it ends. */
        long part;

        Reading(Source source, Arrival arrival, RemoteMemory memory, MemoryRegion region) {
            this.source = source;
            this.arrival = arrival;
            this.memory = memory;
            this.region = region;
        }
    }

    private final EngineLock lock;
    private final Destinations destinations;
    private final Backlog backlog;
    private final Completions completions;
    private final ByNumber<Reading> underWay = new ByNumber<>();
    /** The readings whose next read the transport has refused to start so far. */
    private final ArrayDeque<Reading> refused = new ArrayDeque<>();
    private long lastCookie;

    RendezvousReads(EngineLock lock, Destinations destinations, Backlog backlog, Completions completions) {
        this.lock = lock;
        this.destinations = destinations;
        this.backlog = backlog;
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
        proceed(new Reading(source, arrival, memory, region));
        return true;
    }

    private boolean proceed(Reading reading) {
        Arrival arrival = reading.arrival;
        long cookie = ++lastCookie;
        reading.part = Math.min(arrival.bytes - arrival.received, reading.memory.maximumRead());
        // Entered before the read, because a transport may report at once that the read has ended.
        underWay.put(cookie, reading);
        try {
            if (reading.memory.read(reading.source.rank, arrival.key, 0, arrival.received, reading.region,
                arrival.received, reading.part, cookie)) {
                return true;
            }
        } catch (TransportException e) {
            underWay.remove(cookie);
            failed(reading); // the transport does not report the end of a read that it has not started
            return true;
        }
        underWay.remove(cookie);
        refused.addLast(reading);
        return false;
    }

    /** Whether there are readings whose next read the transport has refused to start so far. */
    boolean areRefused() {
        return !refused.isEmpty();
    }

    /** Tries again to start the reads that were refused. True if any was started. */
    boolean push() {
        assert lock.isHeldByMe();
        boolean any = false;
        for (int tries = refused.size(); tries > 0; tries--) {
            any |= proceed(refused.pollFirst());
        }
        return any;
    }

    /** A read has ended. */
    void completed(long cookie, TransportException failure) {
        assert lock.isHeldByMe();
        Reading reading = underWay.get(cookie);
        underWay.remove(cookie);
        Arrival arrival = reading.arrival;
        if (reading.source.lost) {
            end(reading);
            completions.complete(arrival.receive);
        } else if (failure != null) {
            failed(reading);
        } else {
            arrival.received += reading.part;
            if (arrival.received < arrival.bytes) {
                proceed(reading);
                return;
            }
            end(reading);
            arrived(reading.source, arrival);
        }
    }

    /** A read has failed: asks the sender to send the message in fragments. */
    private void failed(Reading reading) {
        end(reading);
        reading.arrival.received = 0;
        reading.arrival.key = null;
        backlog.control(destinations.to(reading.source.rank), Envelope.CTS, reading.arrival.number);
    }

    private void arrived(Source source, Arrival arrival) {
        source.remove(arrival);
        backlog.control(destinations.to(source.rank), Envelope.FIN, arrival.number);
        completions.complete(arrival.receive);
    }

    /**
     * Gives up the reads from a lost source. A read that was started ends by itself. Until it has ended, the device may
     * write into the buffer, so the receive is not complete before that.
     */
    void abandon(Source source) {
        assert lock.isHeldByMe();
        for (Reading reading : new ArrayList<>(refused)) {
            if (reading.source == source) {
                refused.remove(reading);
                end(reading);
                completions.complete(reading.arrival.receive);
            }
        }
    }

    private static void end(Reading reading) {
        reading.arrival.reading = false;
        reading.region.close();
    }
}
