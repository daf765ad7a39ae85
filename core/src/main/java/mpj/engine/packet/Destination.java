package mpj.engine.packet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import mpj.engine.CompleteOperation;
import mpj.engine.Completion;
import mpj.engine.Operation;
import mpj.engine.match.ByNumber;
import mpj.engine.wait.Progress;
import mpj.transport.spi.Channel;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.SharedObjects;
import mpj.transport.spi.Transport;

/** A rank that packets go to: the channel that leads there, and the work for it that is not finished. */
final class Destination {
    final int rank;
    /** Null for this rank itself. */
    final Transport transport;
    final Channel channel;
    /**
     * Reached when everything that was sent there has left this process. It is made only once, because nearly every
     * message is followed by a wait for it.
     */
    final Completion left;
    /** Stands for every non-blocking send that left at once: nothing more needs to be known about such a send. */
    final Operation sent;

    /** The work to push, in order. A message must not begin before the messages ahead of it have begun. */
    final ArrayDeque<Outbound> queue = new ArrayDeque<>();
    /** Control packets that found the channel full. */
    final ArrayDeque<Control> controls = new ArrayDeque<>();
    /** Sends that wait for the receiver's match, by number. */
    final ByNumber<Outbound> waiting = new ByNumber<>();

    Destination(int rank, Transport transport, Channel channel) {
        this.rank = rank;
        this.transport = transport;
        this.channel = channel;
        left = () -> !channel.pending();
        sent = new CompleteOperation(left);
    }

    boolean idle() {
        return queue.isEmpty() && controls.isEmpty();
    }

    /** The work that is not finished. */
    List<Outbound> unfinished() {
        List<Outbound> all = new ArrayList<>(queue);
        // A send that is pushing its first fragments is in both collections.
        waiting.forEach(send -> {
            if (!send.pushing) {
                all.add(send);
            }
        });
        return all;
    }

    /**
     * Waits until everything that was sent there has left this process, if it cannot leave without this process: the
     * program may compute for hours before it makes progress again.
     */
    void drain(Progress progress) {
        if (channel.pending()) {
            progress.await(left);
        }
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
