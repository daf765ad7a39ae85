package mpj.transport.nio;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.ProtocolException;
import mpj.transport.spi.Channel;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;

/**
 * The one connection to a peer, both ways. Before it is open, frames gather in its buffer; after it is lost, they go
 * nowhere.
 */
final class Connection implements Channel {
    /**
     * What goes in one piece, through the buffers. Copies of more cost more than two system calls (PingPong of
     * bin/bench imb).
     */
    private static final long MAXIMUM_PAYLOAD = 16 << 10;
    /** Larger than what goes in one piece, and delivered in pieces. */
    private static final long FRAGMENT = 72 << 10;
    /**
     * What goes straight from the program's memory in one piece. With less the receiver idles (PingPong of
     * bin/bench imb).
     */
    private static final long DIRECT = 512 << 10;
    /** A copy of less costs less than two system calls and the reply (PingPong of bin/bench imb). */
    private static final long EAGER_LIMIT = 1 << 20;
    /** Also for what a socket did not take of a piece that goes straight. */
    private static final long SEND_BYTES = Frame.bytes(FRAGMENT) + Frame.bytes(DIRECT);

    /**
     * How much goes out before the peer is listened to. A program that only sends makes no progress, and would never
     * hear that its messages pile up.
     */
    private static final long UNHEARD_BYTES = 4 << 20;

    private static final VarHandle RECEIVED;
    private static final VarHandle SENT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            RECEIVED = lookup.findVarHandle(Connection.class, "received", long.class);
            SENT = lookup.findVarHandle(Connection.class, "sent", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private enum State { CONNECTING, OPEN, LEFT, LOST }

    private final int peer;
    private final UnsentConnections unsent;
    private final Poller poller;
    private final SendBuffer sending = new SendBuffer(SEND_BYTES);
    private final IncomingFrames incoming;

    private State state = State.CONNECTING;
    private Stream stream;
    private String host;
    /** Among those that have something unsent. */
    boolean waiting;
    /** Among them only because its last packet waits for the next. */
    private boolean held;
    private boolean congestedByPeer;
    private boolean congested;
    private boolean congestionTold;
    private boolean goodbyeSaid;

    /** The last read brought nothing. */
    private boolean quiet;

    /** Bytes so far; written by the engine's threads, read by the one that looks for silent peers. */
    private long received;
    private long sent;
    /** Bytes sent since nothing was left to read, less those read. */
    private long unheard;

    Connection(int peer, UnsentConnections unsent, Poller poller) {
        this.peer = peer;
        this.unsent = unsent;
        this.poller = poller;
        this.incoming = new IncomingFrames(this, DIRECT);
    }

    int peer() {
        return peer;
    }

    Stream stream() {
        return stream;
    }

    long received() {
        return (long) RECEIVED.getOpaque(this);
    }

    long sent() {
        return (long) SENT.getOpaque(this);
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    boolean isClosed() {
        return state == State.LOST;
    }

    /** Whether reading may bring something. */
    boolean isReadable() {
        return state == State.OPEN || state == State.LEFT;
    }

    boolean hasUnsent() {
        return !sending.isEmpty() || state == State.OPEN && stream.hasUnsent();
    }

    /** Uses a stream whose other end has proved to be the peer. */
    void open(Stream established, String peerHost) {
        stream = established;
        host = peerHost;
        state = State.OPEN;
        unsent.add(this);
    }

    // ------------------------------------------------------------------------------------------------------- out

    @Override
    public long maximumPayload() {
        return MAXIMUM_PAYLOAD;
    }

    @Override
    public long fragment(long bytes) {
        return FRAGMENT;
    }

    @Override
    public long eagerLimit() {
        return EAGER_LIMIT;
    }

    @Override
    public MemorySegment buffer() {
        return sending.memory();
    }

    @Override
    public long reserve(long bytes) {
        if (unheard >= UNHEARD_BYTES && state == State.OPEN) {
            poller.hear(this);
            return FULL;
        }
        return place(bytes);
    }

    private long place(long bytes) {
        long at = sending.reserve(bytes);
        if (at == FULL && flush()) {
            at = sending.reserve(bytes);
        }
        return at;
    }

    @Override
    public void commit(long bytes, long envelope, long header) {
        commit(bytes, bytes > MAXIMUM_PAYLOAD ? Frame.DIVISIBLE_PACKET : Frame.PACKET, envelope, header);
    }

    @Override
    public void commitBeforeMore(long bytes, long envelope, long header) {
        sending.commit(bytes, Frame.PACKET, envelope, header);
        if (!waiting) {
            // If no other packet takes it along, the next progress does.
            unsent.add(this);
            held = true;
        }
    }

    private void commit(long bytes, int kind, long envelope, long header) {
        sending.commit(bytes, kind, envelope, header);
        if (!waiting || held) {
            held = false;
            flush();
            if (hasUnsent()) {
                unsent.add(this);
            }
        }
    }

    @Override
    public long sendable(MemorySegment memory) {
        return state == State.OPEN && (memory.isNative() || stream.takesArrays()) ? DIRECT : 0;
    }

    /**
     * The frame's header, and a packet that waited for it, leave with the payload's first bytes. What the socket does
     * not take of the payload goes through the buffer, since the caller wants its memory back.
     */
    @Override
    public boolean send(MemorySegment memory, long offset, long bytes, long envelope, long header) {
        boolean clear = !hasUnsent() || held || flush() && !hasUnsent();
        if (!clear || !sending.takes(bytes) || reserve(0) == FULL) {
            return false;
        }
        sending.begin(bytes, Frame.DIVISIBLE_PACKET, envelope, header);
        held = false;
        drain(true);
        long taken = 0;
        try {
            taken = sending.isEmpty() ? write(memory, offset, bytes) : 0;
        } catch (IllegalStateException | WrongThreadException e) {
            sending.appendZeros(Frame.bytes(bytes) - Frame.PAYLOAD);
            unsent.add(this);
            throw e;
        }
        long padding = Frame.bytes(bytes) - Frame.PAYLOAD - bytes;
        if (taken < bytes || padding > 0) {
            sending.append(memory, offset + taken, bytes - taken, padding);
            flush();
        }
        if (hasUnsent()) {
            unsent.add(this);
        }
        return true;
    }

    private long write(MemorySegment memory, long offset, long bytes) {
        try {
            int taken = stream.write(memory, offset, bytes, false);
            count(taken);
            return taken;
        } catch (IOException e) {
            return bytes; // the next read fails, too, and tells that the peer is lost
        }
    }

    /** Lets the socket take what it can; true if something left. */
    boolean flush() {
        return switch (state) {
            case CONNECTING -> false;
            case OPEN, LEFT -> (!sending.isEmpty() || stream.hasUnsent()) && drain(false);
            case LOST -> discard();
        };
    }

    private boolean discard() {
        boolean any = !sending.isEmpty();
        sending.clear();
        return any;
    }

    private boolean drain(boolean more) {
        int taken = 0;
        try {
            taken = sending.drainTo(stream, more);
        } catch (IOException e) {
            // What had arrived before is still to be read; then reading fails too, and tells that the peer is lost.
            sending.clear();
        }
        count(taken);
        return taken > 0;
    }

    private void count(int taken) {
        SENT.setOpaque(this, sent + taken);
        unheard += taken;
    }

    @Override
    public boolean congested() {
        return congestedByPeer;
    }

    @Override
    public boolean pending() {
        return hasUnsent();
    }

    /** Tells the peer whether its messages pile up here; later if the buffer is full now. */
    void congested(boolean now) {
        congested = now;
        tellCongestion();
        if (congestionTold != congested) {
            unsent.add(this);
        }
    }

    /** Whether all that is to leave has left. */
    boolean flushed() {
        held = false;
        if (congestionTold != congested) {
            tellCongestion();
        }
        return !hasUnsent() && congestionTold == congested;
    }

    private void tellCongestion() {
        // Also while no packet may leave before the peer is heard: the peer may be waiting for this frame.
        if (congestionTold != congested && place(0) != FULL) {
            congestionTold = congested;
            commit(0, Frame.CONGESTION, congested ? 1 : 0, 0);
        }
    }

    /** Takes part in the end of the job; true when both ends have said goodbye, or there is nobody to say it to. */
    boolean part() {
        boolean spoken = state == State.OPEN || state == State.LEFT || !sending.isEmpty();
        if (!goodbyeSaid && spoken && place(0) != FULL) {
            goodbyeSaid = true;
            commit(0, Frame.GOODBYE, 0, 0);
        }
        return switch (state) {
            case CONNECTING -> sending.isEmpty();
            case OPEN -> false;
            case LEFT -> goodbyeSaid && !hasUnsent();
            case LOST -> true;
        };
    }

    // -------------------------------------------------------------------------------------------------------- in

    /** Delivers what has come; true if anything has. */
    boolean poll(PacketHandler handler) {
        boolean any = false;
        if (quiet && isReadable() && !stream.mayRead()) {
            unheard = 0;
            return false;
        }
        while (isReadable() && read(handler)) {
            any = true;
            if (!stream.hasReadable()) {
                break;
            }
        }
        return any;
    }

    /** Reads once; false if there is nothing. */
    private boolean read(PacketHandler handler) {
        String end;
        try {
            int bytes = incoming.read(stream, handler);
            quiet = bytes == 0;
            if (quiet) {
                unheard = 0;
                return false;
            }
            if (bytes > 0) {
                RECEIVED.setOpaque(this, received + bytes);
                unheard = Math.max(0, unheard - bytes);
                incoming.deliver(stream, handler);
                return true;
            }
            end = "its process has ended, or closed the connection";
        } catch (ProtocolException e) {
            end = "it sent " + e.getMessage();
        } catch (IOException e) {
            end = e.getMessage();
        }
        lose(new TransportException("host " + host + ": " + end), handler);
        return true;
    }

    /** The peer's messages pile up, or do so no more. */
    void peerIsCongested(boolean now) {
        congestedByPeer = now;
    }

    /** The peer has said goodbye. */
    void peerLeaves() {
        state = State.LEFT;
    }

    /** Ends the connection; the handler hears of it unless the peer has said goodbye. */
    void lose(TransportException cause, PacketHandler handler) {
        boolean expected = state == State.LEFT || state == State.LOST;
        close();
        if (!expected) {
            handler.lost(peer, cause);
        }
    }

    void close() {
        state = State.LOST;
        sending.clear();
        try {
            if (stream != null) {
                stream.close();
            }
        } catch (IOException e) {
            // Nothing is left to be done with it.
            return;
        }
    }
}
