package mpj.engine.packet;

import java.util.ArrayList;
import java.util.List;
import mpj.engine.Failure;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.Channel;

/**
 * Work and control packets that found their channel full. Each destination keeps its own, in order. The next thread
 * that makes progress pushes them on. Called with the engine's lock held.
 */
final class Backlog {
    /** The destinations that are not {@link Destination#idle}. */
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

    /** Queues work that can go on. The next progress pushes it, after the work that is queued already. */
    void enqueue(Outbound work) {
        assert lock.isHeldByMe();
        Destination destination = work.destination();
        if (destination.idle()) {
            busy.add(destination);
        }
        destination.queue.addLast(work);
        work.pushing = true;
    }

    void withdraw(Outbound work) {
        assert lock.isHeldByMe();
        Destination destination = work.destination();
        if (work.pushing) {
            work.pushing = false;
            destination.queue.remove(work);
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
     * Pushes work that is in no queue. If the channel is full, or other work is ahead, the work is queued.
     *
     * @return true if the work is over; the caller then completes it
     */
    boolean push(Outbound work) {
        assert lock.isHeldByMe();
        Destination destination = work.destination();
        if (!destination.idle()) {
            enqueue(work);
            push(destination);
            return false;
        }
        work.pushing = true;
        if (!work.push()) {
            enqueue(work);
            return false;
        }
        return settle(work);
    }

    /** Pushes as much as the channels take. True if anything moved. */
    boolean push() {
        assert lock.isHeldByMe();
        boolean any = false;
        for (int i = busy.size() - 1; i >= 0; i--) {
            pushing = busy.get(i);
            any |= push(pushing);
        }
        return any;
    }

    /** The destination that {@link #push()} was pushing to when it threw. */
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
            Outbound work = destination.queue.peekFirst();
            long before = work.progress();
            if (!work.push()) {
                return any || work.progress() != before;
            }
            any = true;
            destination.queue.removeFirst();
            if (settle(work)) {
                completions.complete(work);
            }
        }
        if (destination.idle()) {
            busy.remove(destination);
        }
        return any;
    }

    /** Notes that nothing more of some work may leave now. True if the work is over. */
    private static boolean settle(Outbound work) {
        work.pushing = false;
        if (!work.isFinished()) {
            return false;
        }
        work.end();
        return true;
    }

    /** Fails everything that was to go to a lost rank. */
    void fail(Destination destination, Failure failure) {
        assert lock.isHeldByMe();
        List<Outbound> all = destination.unfinished();
        destination.queue.clear();
        destination.controls.clear();
        destination.waiting.clear();
        busy.remove(destination);
        for (Outbound work : all) {
            work.end();
            completions.fail(work, failure);
        }
    }
}
