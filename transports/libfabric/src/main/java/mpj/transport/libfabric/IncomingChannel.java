package mpj.transport.libfabric;

import static mpj.transport.libfabric.PacketLayout.CREDIT_MASK;
import static mpj.transport.libfabric.PacketLayout.ENVELOPE_AT;
import static mpj.transport.libfabric.PacketLayout.HEADER_AT;
import static mpj.transport.libfabric.PacketLayout.INT;
import static mpj.transport.libfabric.PacketLayout.LONG;
import static mpj.transport.libfabric.PacketLayout.NUMBER_AT;
import static mpj.transport.libfabric.PacketLayout.PAYLOAD_AT;
import static mpj.transport.libfabric.PacketLayout.STATE_AT;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;

/** The packets from one peer. They are put in order here, and the bytes taken of the peer's window are counted. */
final class IncomingChannel {
    /** A peer to which nothing else is sent is told how much of its window was taken after this many bytes. */
    private static final long BYTES_PER_NOTICE = Connection.WINDOW / 4;
    /**
     * The furthest that a packet can be ahead of the missing ones. A packet whose number is further ahead is damaged,
     * and is dropped.
     */
    private static final int MOST_AHEAD = (int) (2 * Connection.WINDOW / PacketLayout.cost(0));

    private final int peer;
    private final long token;
    private final EarlyPackets early;
    private final TaggedPayloads payloads;
    /** The tagged payload that the last packet announced. Nothing may overtake it. */
    private final TaggedPayload payload = new TaggedPayload();
    private int expected;
    private long taken;
    private long told;
    private boolean congested;
    private boolean departed;
    private boolean leaving;

    /**
     * @param peer the sender's rank
     * @param token the token that its packets carry
     */
    IncomingChannel(int peer, long token, EarlyPackets early, TaggedPayloads payloads) {
        this.peer = peer;
        this.token = token;
        this.early = early;
        this.payloads = payloads;
    }

    long token() {
        return token;
    }

    /**
     * Takes the packets of a message. If the handler fails, it still gets the packets that follow, because each of them
     * comes only once. The first failure is thrown.
     *
     * @param connection null if the peer's first packet, which introduces the peer, has not come yet
     */
    void take(Connection connection, MemorySegment memory, long offset, long length, PacketHandler handler) {
        if (PacketLayout.lengthBeforeMore(memory.get(LONG, offset + STATE_AT)) == 0) {
            takePacket(connection, memory, offset, length, handler);
        } else {
            takeSeveral(connection, memory, offset, length, handler);
        }
    }

    private void takeSeveral(Connection connection, MemorySegment memory, long offset, long length,
                             PacketHandler handler) {
        RuntimeException failure = null;
        long end = offset + length;
        for (long at = offset, next; at < end; at = next) {
            long bytes = PacketLayout.lengthBeforeMore(memory.get(LONG, at + STATE_AT));
            next = bytes == 0 ? end : at + PacketLayout.next(bytes);
            if (bytes != 0 && (bytes < PAYLOAD_AT || next > end - PAYLOAD_AT)) {
                damaged(connection, bytes, length);
                break;
            }
            try {
                takePacket(connection, memory, at, bytes == 0 ? end - at : bytes, handler);
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void damaged(Connection connection, long bytes, long length) {
        if (connection != null) {
            connection.end(new TransportException("transport libfabric: rank " + peer + " sent a packet of " + bytes
                + " bytes, and others behind it, in a message of " + length + " bytes"));
        }
    }

    /** Takes a packet, and then the early packets that follow it. */
    private void takePacket(Connection connection, MemorySegment memory, long offset, long length,
                            PacketHandler handler) {
        int number = memory.get(INT, offset + NUMBER_AT);
        if (number != expected || payload.isExpected() || connection == null) {
            keep(number, memory, offset, length);
            return;
        }
        deliver(connection, memory, offset, length, handler);
        deliverEarly(connection, handler);
    }

    private void deliverEarly(Connection connection, PacketHandler handler) {
        for (int place = early.find(expected); place != EarlyPackets.NONE && !payload.isExpected();
             place = early.find(expected)) {
            try {
                deliver(connection, early.packet(place), 0, early.length(place), handler);
            } finally {
                early.remove(place);
            }
        }
    }

    /** Keeps a packet that came before others that were sent earlier. */
    private void keep(int number, MemorySegment memory, long offset, long length) {
        int ahead = number - expected;
        if (ahead >= 0 && ahead <= MOST_AHEAD && early.find(number) == EarlyPackets.NONE) {
            early.keep(number, memory, offset, length);
        }
    }

    private void deliver(Connection connection, MemorySegment memory, long offset, long length,
                         PacketHandler handler) {
        expected++;
        long state = memory.get(LONG, offset + STATE_AT);
        connection.state(state);
        switch ((int) state & 0xFF) {
            case PacketLayout.DATA -> {
                // Counted before the call, because the packets that the handler sends carry the count.
                taken += PacketLayout.cost(length - PAYLOAD_AT);
                handler.packet(peer, memory.get(LONG, offset + ENVELOPE_AT), memory.get(LONG, offset + HEADER_AT),
                    memory, offset + PAYLOAD_AT, length - PAYLOAD_AT);
                if (taken - told >= BYTES_PER_NOTICE) {
                    connection.sendState();
                }
            }
            case PacketLayout.DATA_TAGGED -> {
                if (length < PAYLOAD_AT + Long.BYTES) {
                    connection.end(new TransportException("transport libfabric: rank " + peer
                        + " announced a payload in " + length + " bytes"));
                    return;
                }
                payload.begin(connection, memory.get(LONG, offset + ENVELOPE_AT), memory.get(LONG, offset + HEADER_AT),
                    memory.get(LONG, offset + PAYLOAD_AT), PacketLayout.tag(token, expected - 1));
                payloads.receive(payload, handler);
            }
            case PacketLayout.GOODBYE -> departed = true;
            case PacketLayout.LEAVING -> {
                leaving = true;
                connection.sendState();
            }
            default -> { } // only the packet's state counts
        }
    }

    /** Takes the tagged payload that has arrived. */
    void arrived(Connection connection, PacketHandler handler) {
        if (connection.end() != null) {
            failed(); // the handler is told nothing more about a lost peer
            return;
        }
        taken += PacketLayout.cost(payload.bytes());
        payloads.hand(payload, handler);
        if (taken - told >= BYTES_PER_NOTICE) {
            connection.sendState();
        }
        deliverEarly(connection, handler);
    }

    /** Gives up the tagged payload, because the peer is lost. */
    void lost() {
        payloads.abandon(payload);
    }

    /** Forgets the tagged payload, because its receive has failed. */
    void failed() {
        payloads.forget(payload);
    }

    /** The credit that the caller is about to send to the peer. It counts as told from now on. */
    long tell() {
        told = taken;
        return taken & CREDIT_MASK;
    }

    boolean congested() {
        return congested;
    }

    void congested(boolean now) {
        congested = now;
    }

    /** Whether the last packet of the peer's engine has come. */
    boolean over() {
        return departed || leaving;
    }

    /** Whether the peer has closed its end in order. */
    boolean departed() {
        return departed;
    }
}
