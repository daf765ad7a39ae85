package mpj.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * Making progress, and waiting. Whoever waits polls the transports for everybody, with the engine's lock held, which
 * others get meanwhile; then it yields its core, then it sleeps: one thread in the first transport, while the others
 * are watched, and any further ones beside it ({@link Sleepers}).
 */
final class Progress {
    /** A rank that has died may have left so much that its last packets are found only after so many polls. */
    private static final int POLLS_BEFORE_NEWS = 64;

    /** After so long, in nanoseconds, it is worth a channel to know whether an awaited rank is still there. */
    private static final long LONG_WAIT = 1_000_000_000;

    /** That what was sent by a transport has left this process. */
    private record AllLeft(Transport transport) implements Completion {
        @Override
        public boolean reached() {
            return !transport.pending();
        }
    }

    private final EngineLock lock;
    private final Transport[] transports;
    private final AllLeft[] allLeft;
    private final Watch[] watches;
    private final Arrivals arrivals;
    private final Backlog backlog;
    private final RendezvousReads reads;
    private final Losses losses;
    private final Completions completions;
    private final Waiting waiting;
    /** In the order of their start. */
    private final List<CollectiveOperation> collectives = new ArrayList<>();
    private boolean advancing;
    /** Held while a transport is told to wake, and to change {@link #closed}: none is that was closed. */
    private final Object waking = new Object();
    private boolean closed;
    /** Whether nobody else wanted the core when this rank yielded it. */
    private boolean alone;
    private final Sleepers sleepers;
    /** Something that a sleeping thread may wait for has happened outside of the lock. */
    private volatile boolean rung;

    Progress(EngineLock lock, Transport[] transports, Arrivals arrivals, Backlog backlog, RendezvousReads reads,
             Losses losses, Completions completions, Waiting waiting) {
        this.lock = lock;
        this.sleepers = new Sleepers(lock);
        this.transports = transports;
        this.allLeft = new AllLeft[transports.length];
        for (int i = 0; i < allLeft.length; i++) {
            allLeft[i] = new AllLeft(transports[i]);
        }
        this.watches = new Watch[Math.max(0, transports.length - 1)];
        for (int i = 0; i < watches.length; i++) {
            watches[i] = new Watch(lock, transports[i + 1], transports[0]);
        }
        this.arrivals = arrivals;
        this.backlog = backlog;
        this.reads = reads;
        this.losses = losses;
        this.completions = completions;
        this.waiting = waiting;
    }

    /** Takes what has arrived and pushes what waits; true if anything moved. */
    boolean poll() {
        try {
            return advanceAll();
        } catch (TransportException e) {
            throw new EngineException(e);
        }
    }

    private boolean advanceAll() {
        assert lock.isHeldByMe();
        boolean any = pollTransports();
        if (!backlog.isEmpty()) {
            any |= backlog.push();
        }
        if (reads.areRefused()) {
            any |= reads.push();
        }
        if (losses.hasNews()) {
            any = true;
            takeNews();
        }
        if (!collectives.isEmpty() && !advancing) {
            any |= advance();
        }
        if (sleepers.any() && (sleepers.awaitPosts() || completions.any() || rung)) {
            wakeSleepers();
        }
        return any;
    }

    /** Starts a collective operation. */
    void add(CollectiveOperation operation) {
        assert lock.isHeldByMe();
        if (operation.advance()) {
            completions.complete(operation);
        } else {
            collectives.add(operation);
        }
    }

    /** Shows each collective operation that is under way. */
    void forEachCollective(Consumer<CollectiveOperation> action) {
        assert lock.isHeldByMe();
        collectives.forEach(action);
    }

    /** Carries collective operations on; true if any is complete. */
    private boolean advance() {
        boolean any = false;
        advancing = true; // a step may poll
        try {
            for (int i = 0; i < collectives.size(); i++) {
                CollectiveOperation operation = collectives.get(i);
                if (operation.advance()) {
                    collectives.remove(i--);
                    completions.complete(operation);
                    any = true;
                }
            }
        } finally {
            advancing = false;
        }
        return any;
    }

    private boolean pollTransports() {
        boolean any = false;
        for (Transport transport : transports) {
            any |= transport.progress(arrivals);
        }
        return any;
    }

    /** What a rank sent before it died counts; its transport may not know of its end. */
    private void takeNews() {
        for (int i = 0; i < POLLS_BEFORE_NEWS && pollTransports(); i++) {
            Thread.onSpinWait();
        }
        losses.takeNews();
    }

    /** Releases the lock; what was completed for others under it, they hear of. */
    void release() {
        if (sleepers.any() && completions.any()) {
            wakeSleepers();
        }
        lock.release();
    }

    private void wakeSleepers() {
        rung = false;
        completions.told();
        if (sleepers.wakeReached()) {
            wakeLookout();
        }
    }

    /**
     * Ends the sleep of every thread that has what it waits for. Needs no lock; whoever hears of lost ranks may call it
     * while the engine is closed.
     */
    void wake() {
        rung = true;
        wakeLookout();
    }

    private void wakeLookout() {
        synchronized (waking) {
            if (!closed && transports.length > 0) {
                transports[0].wake();
            }
        }
    }

    /** How often to look for a change in shared memory before {@link #await}, which polls for everybody. */
    int looks() {
        return waiting.eagerSpins();
    }

    /** Waits with the lock held, which others get meanwhile. */
    void await(Completion completion) {
        await(completion, false);
    }

    /** The same, where waits of that kind have shown how long to poll. */
    void await(Completion completion, AdaptiveSpinning spinning, long turn) {
        if (spinning.isLong(turn)) {
            spinning.learn(await(completion, true));
        } else {
            await(completion);
        }
    }

    /** The result is whether polling was enough. */
    private boolean await(Completion completion, boolean forLong) {
        try {
            return pollUntil(completion, forLong);
        } finally {
            if (sleepers.any()) {
                sleepers.handOver();
            }
        }
    }

    private boolean pollUntil(Completion completion, boolean forLong) {
        assert lock.isHeldByMe();
        int polls = 0;
        int mostPolls = waiting.firstSpins(forLong || alone);
        boolean enough = true;
        int yields = 0;
        long asleepSince = 0;
        boolean reached = false;
        while (!completion.reached()) {
            if (poll()) {
                polls = 0;
                mostPolls = waiting.firstSpins(forLong || alone);
                yields = 0;
                asleepSince = 0;
            } else if (lock.contended()) {
                lock.yield();
            } else if (polls < mostPolls) {
                if (polls++ > waiting.eagerSpins() && pause()) {
                    polls = mostPolls;
                }
            } else if (yields < waiting.yields() || transports.length == 0) {
                enough = false;
                long taken = yieldCore();
                alone = Waiting.alone(taken);
                yields += Waiting.weight(taken);
            } else {
                long now = System.nanoTime();
                if (asleepSince == 0) {
                    asleepSince = now;
                } else if (!reached && now - asleepSince > LONG_WAIT) {
                    reached = true;
                    losses.reachAwaited();
                }
                sleep(completion, waiting.longestSleep(now - asleepSince));
            }
        }
        return enough;
    }

    /**
     * Waits until what was sent to a rank has left, where this process has to see to it: the program may compute
     * for hours before it makes progress again.
     */
    void drain(Destination to) {
        if (to.channel.pending()) {
            await(to.left);
        }
    }

    /** The same for all channels. */
    void drain() {
        for (AllLeft each : allLeft) {
            if (!each.reached()) {
                await(each);
            }
        }
    }

    /** True if it is time to yield: a virtual thread's carrier may be the one that its peer, of this JVM, needs. */
    private static boolean pause() {
        if (Thread.currentThread().isVirtual()) {
            return true;
        }
        Thread.onSpinWait();
        return false;
    }

    /** The result is how long it took. */
    private long yieldCore() {
        lock.release();
        long start = System.nanoTime();
        Thread.yield();
        long taken = System.nanoTime() - start;
        lock.acquire();
        return taken;
    }

    private void sleep(Completion completion, long longest) {
        boolean isLookout = sleepers.add(completion);
        if (isLookout) {
            transports[0].prepareToSleep();
            for (Watch watch : watches) {
                watch.arm(longest);
            }
        }
        // The lookout hears when the channels take more that were pending when it prepared its sleep.
        boolean more = !backlog.isEmpty() || reads.areRefused() || !isLookout && isPending();
        release();
        long most = completion.reachedBeforeSleep() ? 0 : more ? Waiting.LONGEST_SLEEP_WITH_MORE_TO_SEND : longest;
        try {
            if (isLookout) {
                transports[0].sleep(most);
            } else {
                park(most);
            }
        } finally {
            lock.acquire();
            sleepers.remove();
        }
        if (isLookout) {
            completions.arrived(); // what has ended its sleep may be what another waits for
        }
        completion.slept();
    }

    private boolean isPending() {
        for (AllLeft each : allLeft) {
            if (!each.reached()) {
                return true;
            }
        }
        return false;
    }

    /** Until it is unparked, or that was done before; an interrupt must not keep it awake. */
    private void park(long nanoseconds) {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(this, nanoseconds);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void close() {
        synchronized (waking) {
            closed = true;
        }
        for (Watch watch : watches) {
            watch.close();
        }
    }
}
