package mpj.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.transport.spi.Channel;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.SharedObjects;
import mpj.transport.spi.Transport;

/** A rank that packets go to: the channel there, and the sends that are not done. */
final class Destination {
    final int rank;
    /** Null for this rank itself. */
    final Transport transport;
    final Channel channel;
    /** That what was sent has left this process. Made once, as it is waited for after nearly every message. */
    final Completion left;

    /** Sends that have something to push, in order. A message must not begin before those ahead of it have. */
    final ArrayDeque<Send> queue = new ArrayDeque<>();
    /** Control packets that found the channel full. */
    final ArrayDeque<Control> controls = new ArrayDeque<>();
    /** Sends that wait to hear of their match, or for elements that are not ready, by number. */
    final Map<Long, Send> waiting = new HashMap<>();

    Destination(int rank, Transport transport, Channel channel) {
        this.rank = rank;
        this.transport = transport;
        this.channel = channel;
        left = () -> !channel.pending();
    }

    boolean idle() {
        return queue.isEmpty() && controls.isEmpty();
    }

    /** Sends that are not done. */
    List<Send> unfinished() {
        List<Send> sends = new ArrayList<>(queue);
        // One whose first fragments are under way is in both.
        waiting.values().stream().filter(send -> !send.pushing).forEach(sends::add);
        return sends;
    }

    /** Null if objects cannot be handed to that rank. */
    SharedObjects sharedObjects() {
        return transport == null ? null : transport.sharedObjects();
    }

    /** Null if memory cannot be read from or by that rank. */
    RemoteMemory remoteMemory() {
        return transport == null ? null : transport.remoteMemory();
    }
}
