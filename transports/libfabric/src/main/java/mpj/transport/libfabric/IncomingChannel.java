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

/** The packets of one peer: puts them in order, and counts what was taken of its window. */
final class IncomingChannel {
    /** A peer that is sent no packets is told after so many bytes what was taken of its window. */
    private static final long BYTES_PER_NOTICE = Connection.WINDOW / 4;
    /** No packet is further ahead of those that are missing; one that says so is damaged, and dropped. */
    private static final int MOST_AHEAD = (int) (2 * Connection.WINDOW / PacketLayout.cost(0));

    private final int peer;
    private final long token;
    private final EarlyPackets early;
    private final TaggedPayloads payloads;
    /** What the last packet announced, and nothing may overtake. */
    private final TaggedPayload payload = new TaggedPayload();
    private int expected;
    private long taken;
    private long told;
    private boolean congested;
    private boolean departed;
    private boolean leaving;

    /**
     * @param peer the sender's rank
     * @param token what its packets carry
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

    /** Takes a packet, and those that came early and follow it. */
    void take(Connection connection, MemorySegment memory, long offset, long length, PacketHandler handler) {
        int number = memory.get(INT, offset + NUMBER_AT);
        if (number != expected || payload.isExpected()) {
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

    /** Keeps a packet that came before others sent earlier. */
    void keep(int number, MemorySegment memory, long offset, long length) {
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
                // Counted before the call, since the packets that the handler sends carry the count.
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
            default -> { } // only its state counts
        }
    }

    /** The tagged payload is there. */
    void arrived(Connection connection, PacketHandler handler) {
        if (connection.end() != null) {
            failed(); // of a lost peer the handler hears nothing more
            return;
        }
        taken += PacketLayout.cost(payload.bytes());
        payloads.hand(payload, handler);
        if (taken - told >= BYTES_PER_NOTICE) {
            connection.sendState();
        }
        deliverEarly(connection, handler);
    }

    /** The peer is lost. */
    void lost() {
        payloads.abandon(payload);
    }

    /** The tagged payload will not come. */
    void failed() {
        payloads.forget(payload);
    }

    /** How much was taken, which the caller goes on to tell the peer. */
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
