package mpj.transport.shm;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Sees to it that futexes can be used: linking takes tens of milliseconds, and more where others want the core. It is
 * done once, on a thread of its own, when the first sleep or the first ring asks for it: not by a thread that holds the
 * engine's lock, nor by one that watches for others. Until then sleepers nap, and who is to be woken by a futex is rung
 * for when it is done.
 */
final class FutexLinking {
    private final Runnable link;
    private final Set<FutexDoorbell> rungMeanwhile = new LinkedHashSet<>();
    private boolean begun;
    private boolean closed;
    private volatile boolean done;

    FutexLinking() {
        this(Futex::link);
    }

    /** @param link what takes long */
    FutexLinking(Runnable link) {
        this.link = link;
    }

    /** Whether futexes can be used. If not, they soon can. */
    boolean isDone() {
        if (!done) {
            begin();
        }
        return done;
    }

    private synchronized void begin() {
        if (!begun && !closed) {
            begun = true;
            Thread.ofPlatform().daemon().name("mpj-futex").start(this::run);
        }
    }

    private void run() {
        link.run();
        synchronized (this) {
            done = true;
            rungMeanwhile.forEach(FutexDoorbell::ring);
            rungMeanwhile.clear();
        }
    }

    /** Rings as soon as futexes can be used. */
    synchronized void ringWhenDone(FutexDoorbell doorbell) {
        if (done) {
            doorbell.ring();
        } else if (!closed) {
            rungMeanwhile.add(doorbell);
        }
    }

    /** Nobody is rung for any more: the memory that the doorbells are in is about to be closed. */
    synchronized void close() {
        closed = true;
        rungMeanwhile.clear();
    }
}
