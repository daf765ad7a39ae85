package mpj.engine;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Transport;

/** What the engine keeps about one peer with which it talks. */
final class Peer {
    final int rank;
    final Transport transport;
    final Channel channel;

    /** Sends that have something to push, in order. A message must not begin before those ahead of it have. */
    final ArrayDeque<Send> queue = new ArrayDeque<>();
    /** Control packets that found the channel full. */
    final ArrayDeque<Control> controls = new ArrayDeque<>();
    /** Sends that wait to hear of their match, by number. */
    final Map<Long, Send> awaiting = new HashMap<>();

    /** Messages from this peer that are under way, by its number; the latest beside the map. */
    final Map<Long, Arrival> arriving = new HashMap<>();
    Arrival latest;
    private Arrival spare;

    /** Bytes of unexpected messages from this peer. */
    long unexpectedBytes;
    boolean congested;

    Peer(int rank, Transport transport, Channel channel) {
        this.rank = rank;
        this.transport = transport;
        this.channel = channel;
    }

    boolean idle() {
        return queue.isEmpty() && controls.isEmpty();
    }

    /** An arrival to use again, so that none need be made for each message in fragments. */
    Arrival spareArrival() {
        Arrival arrival = spare == null ? new Arrival() : spare;
        spare = null;
        return arrival;
    }

    /** Keeps an arrival that is complete, and in no list, for the next message. */
    void keep(Arrival arrival) {
        arrival.receive = null;
        spare = arrival;
    }

    Arrival arriving(long number) {
        Arrival arrival = latest;
        return arrival != null && arrival.number == number ? arrival : arriving.get(number);
    }
}
