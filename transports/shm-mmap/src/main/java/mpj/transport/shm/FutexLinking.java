package mpj.transport.shm;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Links futex in time. Linking takes tens of milliseconds, and more when other threads want the core. It is done once,
 * on a thread of its own, when the first sleep or the first ring asks for it. It is not done by a thread that holds the
 * engine's lock, nor by a thread that watches for others. Until it is done, sleepers nap. A ring that needs a futex
 * meanwhile is carried out when linking is done.
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

    /**
     * @param link the action that takes long
     */
    FutexLinking(Runnable link) {
        this.link = link;
    }

    /** Whether futexes can be used. If they cannot yet, this starts the linking. */
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

    /** Drops the pending rings, because the memory with the doorbells is about to be closed. */
    synchronized void close() {
        closed = true;
        rungMeanwhile.clear();
    }
}
