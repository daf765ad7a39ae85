package mpj.transport.libfabric;

import java.util.ArrayList;
import java.util.List;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.spi.TransportException;

/** Hands the packets of all connections to the endpoint. */
final class PacketSender {
    private final Endpoint endpoint;
    private final DataCalls calls;
    private final SendBuffers buffers;
    /** The connections that have taken the buffers. */
    private final Connection[] owners;
    private final long injectSize;
    private final boolean tags;
    private final PacketSizes sizes;

    /** Connections with a packet that the provider would not take, or with a state for which there was no buffer. */
    private final List<Connection> waiting = new ArrayList<>();
    /** Connections that were lost, and whose loss the engine does not know yet. */
    private final List<Connection> ended = new ArrayList<>();
    /** The number of packets that the provider has yet to send, without those to lost peers. */
    private int underWay;
    /** When a peer was lost to which the provider still had packets to send, by the clock of looks; 0 if none was. */
    private long stuckSince;

    PacketSender(Endpoint endpoint, DataCalls calls, SendBuffers buffers, PacketSizes sizes) {
        this.endpoint = endpoint;
        this.calls = calls;
        this.buffers = buffers;
        owners = new Connection[buffers.count()];
        this.injectSize = endpoint.info().injectSize();
        this.tags = endpoint.info().has(libfabric_h.FI_TAGGED());
        this.sizes = sizes;
    }

    SendBuffers buffers() {
        return buffers;
    }

    PacketSizes sizes() {
        return sizes;
    }

    /** Takes the buffer that {@link SendBuffers#next} returned last. */
    void take(int buffer, Connection owner) {
        buffers.take(buffer);
        owners[buffer] = owner;
    }

    /** Gives a buffer back, and returns the connection that had it. */
    Connection give(int buffer) {
        buffers.give(buffer);
        Connection owner = owners[buffer];
        owners[buffer] = null;
        return owner;
    }

    /** Whether the provider copies a packet of this size at once, so that the packet's buffer is not taken. */
    boolean injects(long bytes) {
        return bytes <= injectSize;
    }

    /** fi_inject or fi_send of the packet in a buffer. Returns the result of the call. */
    long post(int buffer, long bytes, long destination, boolean inject) {
        return inject ? calls.inject(buffers.address(buffer), bytes, destination)
            : calls.send(buffers.address(buffer), bytes, buffers.descriptor(), destination, buffers.context(buffer));
    }

    /** fi_tsend of memory that its owner keeps alive, with the context of a buffer. */
    long postTagged(int buffer, long address, long bytes, long destination, long tag) {
        return calls.sendTagged(address, bytes, destination, tag, buffers.context(buffer));
    }

    /** Whether a payload may go in a message of its own. */
    boolean tags() {
        return tags;
    }

    TransportException failure(int peer, long result) {
        return endpoint.failure("sending to rank " + peer, result);
    }

    void await(Connection connection) {
        waiting.add(connection);
    }

    void ended(Connection connection) {
        ended.add(connection);
    }

    List<Connection> ended() {
        return ended;
    }

    void underWay(int change) {
        underWay += change;
    }

    boolean pending() {
        return underWay > 0;
    }

    /** The provider will never send some packets, because their receiver was lost. */
    void stuck() {
        stuckSince = System.nanoTime() | 1;
    }

    /**
     * Whether packets to other peers have waited for longer than some nanoseconds, since a peer was lost to which the
     * provider still had packets to send.
     */
    boolean isStuck(long now, long limit) {
        return stuckSince != 0 && underWay > 0 && now - stuckSince > limit;
    }

    /** Whether nothing waits for the provider or for a completion. */
    boolean idle() {
        return waiting.isEmpty() && buffers.idle();
    }

    /** Retries the packets that the provider would not take. Returns true if it took anything. */
    boolean retry() {
        boolean any = false;
        for (int i = waiting.size() - 1; i >= 0; i--) {
            if (waiting.get(i).retry()) {
                waiting.remove(i);
                any = true;
            }
        }
        return any;
    }

    boolean waits() {
        return !waiting.isEmpty();
    }

    static boolean refused(long result) {
        return result == -libfabric_h.FI_EAGAIN();
    }
}
