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

/** What other ranks see of a rank: the channels into which they write, its doorbell, and the memory they may read. */
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
     * The way from a sender, whose other end this rank has still to make.
     *
     * @param sender who it is ({@link Introductions#self})
     */
    record Line(Peer sender, MemorySegment memory) {
    }

    private final long number;
    private final ParkingDoorbell doorbell = new ParkingDoorbell();
    private final ExposedMemory exposed = new ExposedMemory();
    private final ConcurrentHashMap<Long, Object> offered = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Long, CommonMemory> shared = new ConcurrentHashMap<>();
    /** A copy out of this rank's memory that another rank is at, or null. Each poll that finds nothing looks at it. */
    private SharedCopy helpWanted;
    /** In the order in which their senders came. Replaced, never changed. */
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

    /** What peers may take by reference, by the number in its key. */
    ConcurrentHashMap<Long, Object> offered() {
        return offered;
    }

    /** The memory that peers may attach to, by the number in its key. */
    ConcurrentHashMap<Long, CommonMemory> shared() {
        return shared;
    }

    /** Lets this rank take part in a copy, unless it is asked for another one already. */
    boolean askForHelp(SharedCopy copy) {
        return HELP_WANTED.compareAndSet(this, null, copy);
    }

    /** Ends what {@link #askForHelp} has begun. */
    void needNoHelp() {
        HELP_WANTED.setRelease(this, null);
    }

    /** Takes part in a copy that another rank is at; false if there is nothing to do. */
    boolean help() {
        SharedCopy copy = (SharedCopy) HELP_WANTED.getAcquire(this);
        return copy != null && copy.work();
    }

    /**
     * Adds a channel. Its memory lives as long as one of its ends does: a sender may write to a receiver that has
     * closed, and nobody reads that.
     */
    synchronized OutgoingChannel connect(Peer sender, Blocks blocks, long maximumPayload, long eagerLimit) {
        MemorySegment memory = Arena.ofAuto().allocate(ChannelLayout.FIRST_BYTES, ChannelLayout.PAGE);
        Line[] more = Arrays.copyOf(lines, lines.length + 1);
        more[lines.length] = new Line(sender, memory);
        lines = more;
        return new OutgoingChannel(memory, blocks, Extension.NONE, doorbell, maximumPayload, eagerLimit);
    }
}
