package mpj.transport.libfabric;

import java.util.ArrayList;
import java.util.List;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.spi.TransportException;

/** Hands packets to the endpoint, those of all connections. */
final class PacketSender {
    private final Endpoint endpoint;
    private final DataCalls calls;
    private final SendBuffers buffers;
    private final long injectSize;
    private final boolean tags;
    private final PacketSizes sizes;

    /** Connections with a packet that the provider would not take, or with news that there was no buffer for. */
    private final List<Connection> waiting = new ArrayList<>();
    /** Connections that ended badly, and of which the engine does not know yet. */
    private final List<Connection> ended = new ArrayList<>();
    /** Packets to peers that are not lost which the provider has yet to send. */
    private int underWay;

    PacketSender(Endpoint endpoint, DataCalls calls, SendBuffers buffers, PacketSizes sizes) {
        this.endpoint = endpoint;
        this.calls = calls;
        this.buffers = buffers;
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

    /** Whether the provider copies a packet of this size at once, so that its buffer is not taken. */
    boolean injects(long bytes) {
        return bytes <= injectSize;
    }

    /** fi_inject or fi_send of a buffer's packet; the result is theirs. */
    long post(int buffer, long bytes, long destination, boolean inject) {
        return inject ? calls.inject(buffers.address(buffer), bytes, destination)
            : calls.send(buffers.address(buffer), bytes, buffers.descriptor(), destination, buffers.context(buffer));
    }

    /** fi_tsend of memory that its owner keeps, under a buffer's context. */
    long postTagged(int buffer, long address, long bytes, long destination, long tag) {
        return calls.sendTagged(address, bytes, destination, tag, buffers.context(buffer));
    }

    /** Whether payloads may go by themselves. */
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

    /** Whether nothing waits for the provider, nor for a completion. */
    boolean idle() {
        return waiting.isEmpty() && buffers.idle();
    }

    /** Tries again what the provider would not take. */
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
