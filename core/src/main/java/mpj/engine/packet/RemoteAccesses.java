package mpj.engine.packet;

import java.util.ArrayDeque;
import mpj.engine.match.ByNumber;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.TransportException;

/**
 * The reads and writes of peers' memory that are under way, whatever they are for. Each has a cookie, by which the work
 * that it belongs to hears of its end. Work whose next access cannot be started yet waits here. Called with the
 * engine's lock held.
 */
final class RemoteAccesses {
    /** How much of the work that waits one push tries. Most of it waits for the same reason, and there may be much. */
    private static final int MOST_TRIES = 64;

    private final EngineLock lock;
    /** By cookie, the work of each access under way. */
    private final ByNumber<RemoteWork> underWay = new ByNumber<>();
    private final ArrayDeque<RemoteWork> waiting = new ArrayDeque<>();
    private long lastCookie;

    RemoteAccesses(EngineLock lock) {
        this.lock = lock;
    }

    void begin(RemoteWork work) {
        assert lock.isHeldByMe();
        proceed(work);
    }

    /** Starts as many accesses as may be under way. False if the work still waits, and none was started. */
    private boolean proceed(RemoteWork work) {
        boolean any = false;
        while (true) {
            long cookie = ++lastCookie;
            RemoteWork.Start start = work.start(cookie);
            if (start == RemoteWork.Start.NONE) {
                return true;
            }
            if (start == RemoteWork.Start.LATER) {
                waiting.addLast(work);
                return any;
            }
            // A transport reports the end only when it makes progress, so this entry is in time.
            underWay.put(cookie, work);
            any = true;
        }
    }

    /** Whether {@link #push} has anything to do. */
    boolean areWaiting() {
        return !waiting.isEmpty();
    }

    /** Goes on with the work that waits. True if anything moved. */
    boolean push() {
        assert lock.isHeldByMe();
        boolean any = false;
        for (int tries = Math.min(waiting.size(), MOST_TRIES); tries > 0; tries--) {
            any |= proceed(waiting.pollFirst());
        }
        return any;
    }

    /** An access has ended. */
    void completed(long cookie, TransportException failure) {
        assert lock.isHeldByMe();
        RemoteWork work = underWay.get(cookie);
        underWay.remove(cookie);
        if (work.ended(failure)) {
            proceed(work);
        }
    }
}
