package mpj.transport.threads;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import mpj.transport.ring.Blocks;
import mpj.transport.ring.ChannelLayout;
import mpj.transport.ring.Extension;
import mpj.transport.ring.OutgoingChannel;
import mpj.transport.spi.Introductions;
import mpj.transport.spi.Peer;
import mpj.transport.spi.TransportException;

/**
 * The parts of a rank that other ranks see: the channels into which they write, its doorbell, and the memory that they
 * may read.
 */
final class Inbox {
    private static final Line[] NONE = {};
    private static final VarHandle HELP_WANTED;

    static {
        try {
            HELP_WANTED = MethodHandles.lookup().findVarHandle(Inbox.class, "helpWanted", SharedCopy.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The way from a sender. This rank has yet to make its end of the channel.
     *
     * @param sender the sender's name ({@link Introductions#self})
     */
    record Line(Peer sender, MemorySegment memory) {
    }

    private final long number;
    private final ParkingDoorbell doorbell = new ParkingDoorbell();
    private final ExposedMemory exposed = new ExposedMemory();
    private final ConcurrentHashMap<Long, Object> offered = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Long, CommonMemory> shared = new ConcurrentHashMap<>();
    /**
     * A copy from this rank's memory that another rank is carrying out, or null. Each poll that finds nothing reads
     * this field.
     */
    private SharedCopy helpWanted;
    /** In the order in which the senders came. The array is replaced, never changed. */
    private volatile Line[] lines = NONE;

    Inbox(long number) {
        this.number = number;
    }

    long number() {
        return number;
    }

    ParkingDoorbell doorbell() {
        return doorbell;
    }

    Line[] lines() {
        return lines;
    }

    /** The memory that peers may read. */
    ExposedMemory exposed() {
        return exposed;
    }

    /** The objects that peers may take by reference, by the number in the object's key. */
    ConcurrentHashMap<Long, Object> offered() {
        return offered;
    }

    /** The memory to which peers may attach, by the number in the memory's key. */
    ConcurrentHashMap<Long, CommonMemory> shared() {
        return shared;
    }

    /** Asks this rank to take part in a copy, unless it was asked to take part in another one already. */
    boolean askForHelp(SharedCopy copy) {
        return HELP_WANTED.compareAndSet(this, null, copy);
    }

    /** Ends the request that {@link #askForHelp} has made. */
    void stopNeedingHelp() {
        HELP_WANTED.setRelease(this, null);
    }

    /** Takes part in a copy that another rank is carrying out. Returns false if there is nothing to do. */
    boolean help() {
        SharedCopy copy = (SharedCopy) HELP_WANTED.getAcquire(this);
        return copy != null && copy.work();
    }

    /**
     * Adds a channel. Its memory lives as long as either of its ends. So a sender may still write to a receiver that
     * has closed, although nobody reads that.
     */
    synchronized OutgoingChannel connect(Peer sender, Blocks blocks, long maximumPayload, long eagerLimit) {
        MemorySegment memory = allocate(ChannelLayout.FIRST_BYTES);
        Line[] more = Arrays.copyOf(lines, lines.length + 1);
        more[lines.length] = new Line(sender, memory);
        lines = more;
        return new OutgoingChannel(memory, blocks, Extension.NONE, doorbell, maximumPayload, eagerLimit);
    }

    /** Memory for a channel. */
    static MemorySegment allocate(long bytes) {
        try {
            return Arena.ofAuto().allocate(bytes, ChannelLayout.PAGE);
        } catch (OutOfMemoryError e) {
            throw TransportException.passing("transport threads cannot allocate " + bytes + " bytes for a channel: "
                + e.getMessage() + "; allow the JVM more with -J-XX:MaxDirectMemorySize=", e);
        }
    }
}
