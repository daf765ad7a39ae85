package mpj.transport.nio;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.ProtocolException;
import java.util.function.Consumer;
import mpj.transport.spi.Channel;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;

/**
 * The connection to a peer, which serves both directions. Until it is open, frames gather in its buffer. After it is
 * lost, frames are discarded.
 */
final class Connection implements Channel {
    /**
     * The largest payload that goes in one piece through the buffers. Copying more costs more than two system calls
     * (PingPong of bin/bench imb).
     */
    private static final long MAXIMUM_PAYLOAD = 16 << 10;
    /** The payload of a fragment. It is larger than what goes in one piece, so it is delivered in pieces. */
    private static final long FRAGMENT = 72 << 10;
    /**
     * The most that goes in one piece straight from the program's memory. With less, the receiver would idle (PingPong
     * of bin/bench imb).
     */
    private static final long DIRECT = 512 << 10;
    /** Up to this size, a copy costs less than two system calls and the reply (PingPong of bin/bench imb). */
    private static final long EAGER_LIMIT = 1 << 20;
    /**
     * The buffer also has room for the rest of a piece that goes straight from the program's memory and that the socket
     * did not take.
     */
    private static final long SEND_BYTES = Frame.bytes(FRAGMENT) + Frame.bytes(DIRECT);

    /** Packets that wait for the next packet gain nothing when more than this has gathered. */
    private static final long MOST_HELD = 16 << 10;

    /**
     * The bytes that may leave before this process must read from the peer. A program that only sends makes no
     * progress, and would otherwise never learn that its messages pile up.
     */
    private static final long UNREPORTED_BYTES = 4 << 20;

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
    /** Is told when the peer has said goodbye. Null if that needs no report, because the peer is of the own job. */
    private final Consumer<Connection> departed;
    private final SendBuffer sending = new SendBuffer(SEND_BYTES);
    private final IncomingFrames incoming;

    private State state = State.CONNECTING;
    private Stream stream;
    private String host;
    /** Whether this connection is among those with unsent data. */
    boolean waiting;
    /** Whether it is among them only because its last packet waits for the next one. */
    private boolean held;
    private boolean congestedByPeer;
    private boolean congested;
    private boolean congestionTold;
    private boolean goodbyeSaid;

    /** Whether the last read brought nothing. */
    private boolean quiet;

    /**
     * The bytes received and sent so far. The engine's threads write them, and the thread that looks for silent peers
     * reads them.
     */
    private long received;
    private long sent;
    /** The bytes sent, less the bytes read, since nothing was left to read. */
    private long unreportedBytes;

    /** @param departed is told when the peer has said goodbye, if it is of another job; else null */
    Connection(int peer, UnsentConnections unsent, Poller poller, Consumer<Connection> departed) {
        this.peer = peer;
        this.unsent = unsent;
        this.poller = poller;
        this.departed = departed;
        this.incoming = new IncomingFrames(this, DIRECT);
    }

    int peer() {
        return peer;
    }

    /** The name of the peer's host; null as long as the connection is not open. */
    String host() {
        return host;
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

    /** Whether a read may bring something. */
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
        if (unreportedBytes >= UNREPORTED_BYTES && state == State.OPEN) {
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
        boolean first = sending.isEmpty();
        sending.commit(bytes, Frame.PACKET, envelope, header);
        if (first || !waiting) {
            // If no other packet takes this one along, the next progress sends it.
            unsent.add(this);
            held = true;
        } else if (held && sending.bytes() >= MOST_HELD) {
            held = false;
            flush();
        }
    }

    private void commit(long bytes, int kind, long envelope, long header) {
        boolean first = sending.isEmpty();
        sending.commit(bytes, kind, envelope, header);
        if (first || !waiting || held) {
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
     * Sends the frame's header, and any packet that waited for this one, together with the payload's first bytes. The
     * rest of the payload that the socket does not take goes through the buffer, because the caller wants its memory
     * back.
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
            long padding = Frame.bytes(bytes) - Frame.PAYLOAD - bytes;
            if (taken < bytes || padding > 0) {
                sending.append(memory, offset + taken, bytes - taken, padding);
                flush();
            }
        } catch (IllegalStateException | WrongThreadException e) {
            // The program has closed the arena. The peer expects the rest of the frame.
            sending.appendZeros(Frame.bytes(bytes) - Frame.PAYLOAD - taken);
            unsent.add(this);
            throw e;
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
            return bytes; // the next read fails too, and reports that the peer is lost
        }
    }

    /** Lets the socket take what it can. Returns true if anything left. */
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
            // The data that had arrived before must still be read. After that the read fails too, and reports that the
            // peer is lost.
            sending.clear();
        }
        if (stream.hasReadable()) {
            poller.brought(this); // the write has read what the handshake needed, and perhaps more
        }
        count(taken);
        return taken > 0;
    }

    private void count(int taken) {
        SENT.setOpaque(this, sent + taken);
        unreportedBytes += taken;
    }

    @Override
    public boolean congested() {
        return congestedByPeer;
    }

    @Override
    public boolean pending() {
        return hasUnsent();
    }

    /** Tells the peer whether its messages pile up here. If the buffer is full, the peer is told later. */
    void congested(boolean now) {
        congested = now;
        tellCongestion();
        if (congestionTold != congested) {
            unsent.add(this);
        }
    }

    /** Whether everything has left that should leave now. */
    boolean flushed() {
        held = false;
        if (congestionTold != congested) {
            tellCongestion();
        }
        return !hasUnsent() && congestionTold == congested;
    }

    private void tellCongestion() {
        // This is sent even while the peer must be heard before packets may leave, because the peer may be waiting for
        // this frame.
        if (congestionTold != congested && place(0) != FULL) {
            congestionTold = congested;
            commit(0, Frame.CONGESTION, congested ? 1 : 0, 0);
        }
    }

    /**
     * Takes part in the end of the job. Returns true when both ends have said goodbye, or there is no peer to say it
     * to.
     */
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

    /** Delivers what has come. Returns true if anything has. */
    boolean poll(PacketHandler handler) {
        boolean any = false;
        if (quiet && isReadable() && !stream.mayRead()) {
            unreportedBytes = 0;
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

    /** Reads once. Returns false if there was nothing. */
    private boolean read(PacketHandler handler) {
        String end;
        try {
            int bytes = incoming.read(stream, handler);
            quiet = bytes == 0;
            if (quiet) {
                unreportedBytes = 0;
                return false;
            }
            if (bytes > 0) {
                RECEIVED.setOpaque(this, received + bytes);
                unreportedBytes = Math.max(0, unreportedBytes - bytes);
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

    /** Notes that the peer's receives lag behind this rank's messages, or no longer do. */
    void peerIsCongested(boolean now) {
        congestedByPeer = now;
    }

    /**
     * Notes that the peer has said goodbye. The ranks of a job leave together. A process of another job leaves alone:
     * it is answered at once, because it waits for the answer, and operations may wait for it.
     */
    void peerLeaves() {
        boolean first = state != State.LEFT;
        state = State.LEFT;
        if (first && departed != null) {
            part();
            departed.accept(this);
        }
    }

    /** Ends the connection to a process of another job that has said goodbye. */
    void left(TransportException cause, PacketHandler handler) {
        close();
        handler.lost(peer, cause);
    }

    /** Ends the connection. The handler is told of the loss unless the peer has said goodbye. */
    void lose(TransportException cause, PacketHandler handler) {
        boolean expected = state == State.LEFT || state == State.LOST;
        close();
        if (!expected) {
            handler.lost(peer, cause);
        }
    }

    void close() {
        state = State.LOST;
        sending.release();
        incoming.release();
        try {
            if (stream != null) {
                stream.close();
            }
        } catch (IOException e) {
            // Nothing more can be done with the stream.
            return;
        }
    }
}
