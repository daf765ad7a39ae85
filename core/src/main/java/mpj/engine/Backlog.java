package mpj.engine;

import java.util.ArrayList;
import java.util.List;
import mpj.transport.spi.Channel;

/**
 * Sends and control packets that found their channel full. Each destination keeps its own, in order. Whoever makes
 * progress pushes them on. Called with the engine's lock held.
 */
final class Backlog {
    /** Those that are not {@link Destination#idle}. */
    private final List<Destination> busy = new ArrayList<>();
    private final EngineLock lock;
    private final Completions completions;
    private Destination pushing;

    Backlog(EngineLock lock, Completions completions) {
        this.lock = lock;
        this.completions = completions;
    }

    boolean isEmpty() {
        return busy.isEmpty();
    }

    /** Queues a send that can go on. The next progress pushes it, after those that are queued already. */
    void enqueue(Send send) {
        assert lock.isHeldByMe();
        Destination destination = send.destination();
        if (destination.idle()) {
            busy.add(destination);
        }
        destination.queue.addLast(send);
        send.pushing = true;
    }

    void withdraw(Send send) {
        assert lock.isHeldByMe();
        Destination destination = send.destination();
        if (send.pushing) {
            send.pushing = false;
            destination.queue.remove(send);
            if (destination.idle()) {
                busy.remove(destination);
            }
        }
    }

    /** Sends a packet without payload, now or when the channel takes it. */
    void control(Destination destination, int kind, long number) {
        assert lock.isHeldByMe();
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

    /**
     * Pushes a send that is in no queue. If something is in its way, it is queued.
     *
     * @return true if it is over, and to be completed by the caller
     */
    boolean push(Send send) {
        assert lock.isHeldByMe();
        Destination destination = send.destination();
        if (!destination.idle()) {
            enqueue(send);
            push(destination);
            return false;
        }
        send.pushing = true;
        if (!send.push()) {
            enqueue(send);
            return false;
        }
        return settle(send);
    }

    /** Pushes what the channels take; true if anything moved. */
    boolean push() {
        assert lock.isHeldByMe();
        boolean any = false;
        for (int i = busy.size() - 1; i >= 0; i--) {
            pushing = busy.get(i);
            any |= push(pushing);
        }
        return any;
    }

    /** Where the last {@link #push()} went that has thrown. */
    Destination pushing() {
        return pushing;
    }

    private boolean push(Destination destination) {
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
            long before = send.progress();
            if (!send.push()) {
                return any || send.progress() != before;
            }
            any = true;
            destination.queue.removeFirst();
            if (settle(send)) {
                completions.complete(send);
            }
        }
        if (destination.idle()) {
            busy.remove(destination);
        }
        return any;
    }

    /** Notes that nothing more of a send may leave now; true if the send is over. */
    private static boolean settle(Send send) {
        send.pushing = false;
        if (!send.isFinished()) {
            return false;
        }
        send.end();
        return true;
    }

    /** Fails everything that was to go to a lost rank. */
    void fail(Destination destination, Failure failure) {
        assert lock.isHeldByMe();
        List<Send> sends = destination.unfinished();
        destination.queue.clear();
        destination.controls.clear();
        destination.waiting.clear();
        busy.remove(destination);
        for (Send send : sends) {
            send.end();
            completions.fail(send, failure);
        }
    }
}
