package mpj.engine;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import mpj.transport.spi.Channel;

/**
 * What could not leave at once: sends and control packets that wait for room in their channel or for their match, each
 * destination's in order. Whoever makes progress pushes them on. Called with the engine's lock held.
 */
final class Backlog {
    /** Those that are not {@link Destination#idle}. */
    private final List<Destination> busy = new ArrayList<>();
    private final Completions completions;
    private final EagerLimit eagerLimit;

    Backlog(Completions completions, EagerLimit eagerLimit) {
        this.completions = completions;
        this.eagerLimit = eagerLimit;
    }

    boolean isEmpty() {
        return busy.isEmpty();
    }

    void enqueue(Send send) {
        Destination destination = send.destination;
        if (destination.idle()) {
            busy.add(destination);
        }
        destination.queue.addLast(send);
        send.queued = true;
    }

    void withdraw(Send send) {
        Destination destination = send.destination;
        if (send.queued) {
            send.queued = false;
            destination.queue.remove(send);
            if (destination.idle()) {
                busy.remove(destination);
            }
        }
    }

    /** Sends a packet without payload, now or when there is room. */
    void control(Destination destination, int kind, long number) {
        if (!destination.controls.isEmpty() || !sendControl(destination, kind, number)) {
            if (destination.idle()) {
                busy.add(destination);
            }
            destination.controls.addLast(new Control(kind, number));
        }
    }

    private static boolean sendControl(Destination destination, int kind, long number) {
        if (destination.channel.reserve(0) == Channel.FULL) {
            return false;
        }
        destination.channel.commit(0, kind, number);
        return true;
    }

    /** Pushes what the channels take; true if anything moved. */
    boolean push() {
        boolean any = false;
        for (int i = busy.size() - 1; i >= 0; i--) {
            any |= push(busy.get(i));
        }
        return any;
    }

    boolean push(Destination destination) {
        boolean any = false;
        while (!destination.controls.isEmpty()) {
            Control control = destination.controls.peekFirst();
            if (!sendControl(destination, control.kind(), control.number())) {
                return any;
            }
            destination.controls.removeFirst();
            any = true;
        }
        while (!destination.queue.isEmpty()) {
            Send send = destination.queue.peekFirst();
            boolean begun = send.begun;
            long sent = send.sent;
            if (!push(send)) {
                return any || send.begun != begun || send.sent != sent;
            }
            any = true;
            destination.queue.removeFirst();
            send.queued = false;
            if (send.finished()) {
                completions.complete(send);
            } else {
                destination.awaiting.put(send.number, send);
            }
        }
        if (destination.idle()) {
            busy.remove(destination);
        }
        return any;
    }

    /** Sends as much as may leave now; false if the channel is full before that. */
    private boolean push(Send send) {
        Channel channel = send.destination.channel;
        if (!send.begun && !begin(send, channel)) {
            return false;
        }
        long allowed = allowed(send, channel);
        MemorySegment memory = allowed > send.sent ? send.memory() : null;
        long part = memory == null ? 0 : channel.sendable(memory);
        return part > 0 ? pushStraight(send, memory, allowed, part) : pushThroughRoom(send, channel, allowed);
    }

    /** Out of the user's buffer. */
    private static boolean pushStraight(Send send, MemorySegment memory, long allowed, long part) {
        while (send.sent < allowed) {
            long bytes = Math.min(allowed - send.sent, part);
            if (!send.send(memory, bytes)) {
                return false;
            }
            send.sent += bytes;
        }
        return true;
    }

    private static boolean pushThroughRoom(Send send, Channel channel, long allowed) {
        long fragment = channel.fragment(send.bytes);
        while (send.sent < allowed) {
            long bytes = Math.min(allowed - send.sent, fragment);
            long at = channel.reserve(bytes);
            if (at == Channel.FULL) {
                return false;
            }
            send.write(channel.buffer(), at, bytes);
            channel.commit(bytes, Envelope.FRAGMENT, send.number);
            send.sent += bytes;
        }
        return true;
    }

    /** How much may have left by now: all after the match, before it the eager part, unless the receiver reads it. */
    private long allowed(Send send, Channel channel) {
        if (!send.waitsForMatch || send.matched) {
            return send.bytes;
        }
        return send.region != null || channel.congested() ? send.sent
            : Math.min(send.bytes, eagerLimit.of(channel));
    }

    private boolean begin(Send send, Channel channel) {
        boolean congested = channel.congested();
        boolean whole = send.bytes <= channel.maximumPayload() && !send.synchronous && !congested;
        return whole ? sendWhole(send, channel) : announce(send, channel, congested);
    }

    private static boolean sendWhole(Send send, Channel channel) {
        long at = channel.reserve(send.bytes);
        if (at == Channel.FULL) {
            return false;
        }
        send.begun = true;
        send.write(channel.buffer(), at, send.bytes);
        send.sent = send.bytes;
        channel.commit(send.bytes, Envelope.pack(Envelope.MESSAGE, send.context, send.tag), send.header);
        return true;
    }

    private boolean announce(Send send, Channel channel, boolean congested) {
        boolean remote = send.region != null;
        long payload = remote ? Envelope.BEGIN_REMOTE_BYTES : Envelope.BEGIN_BYTES;
        long at = channel.reserve(payload);
        if (at == Channel.FULL) {
            return false;
        }
        send.begun = true;
        send.waitsForMatch = send.synchronous || congested || remote || send.bytes > eagerLimit.of(channel);
        if (send.waitsForMatch) {
            // Before the commit: over the loopback the answer comes during it.
            send.destination.awaiting.put(send.number, send);
        }
        Envelope.describe(channel.buffer(), at, send.number, send.bytes);
        if (remote) {
            send.region.key(channel.buffer(), at + Envelope.KEY_AT);
        }
        int kind = remote ? Envelope.BEGIN_REMOTE : send.waitsForMatch ? Envelope.BEGIN_AND_WAIT : Envelope.BEGIN;
        long envelope = Envelope.pack(kind, send.context, send.tag);
        if (allowed(send, channel) > 0) {
            channel.commitBeforeMore(payload, envelope, send.header);
        } else {
            channel.commit(payload, envelope, send.header);
        }
        return true;
    }

    /** Ends all that was to go to a rank that is lost. */
    void fail(Destination destination, Failure failure) {
        List<Send> sends = destination.unfinished();
        destination.queue.clear();
        destination.controls.clear();
        destination.awaiting.clear();
        busy.remove(destination);
        for (Send send : sends) {
            send.queued = false;
            send.closeRegion();
            completions.fail(send, failure);
        }
    }
}
