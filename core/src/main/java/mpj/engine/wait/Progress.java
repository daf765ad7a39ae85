package mpj.engine.wait;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import mpj.engine.CollectiveOperation;
import mpj.engine.Completion;
import mpj.engine.EngineException;
import mpj.engine.Operation;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * Makes progress, and waits. A waiting thread first polls the transports for everybody, holding the engine's lock. It
 * takes over what other threads {@linkplain Handoff hand off} meanwhile; others get the lock when they ask for it. Then
 * the thread yields its core, and then it sleeps. One thread sleeps in the first transport, while the other transports
 * are watched. Further threads sleep beside it ({@link Sleepers}).
 */
public sealed class Progress permits WatchedProgress {
    /**
     * How often to poll before the news of a loss takes effect. A rank that has died may have sent so much that it
     * takes as many polls to find its last packets.
     */
    private static final int POLLS_BEFORE_NEWS = 64;

    /**
     * The time, in nanoseconds, after which a wait is long. Then it is worth opening a channel to find out whether the
     * awaited rank is still there.
     */
    private static final long LONG_WAIT = 1_000_000_000;

    /** Reached when everything that was sent by a transport has left this process. */
    private record AllLeft(Transport transport) implements Completion {
        @Override
        public boolean reached() {
            return !transport.pending();
        }
    }

    /** How a wait has ended. */
    enum Ending {
        /** While the thread polled. */
        POLLING,
        /** After it had yielded its core or slept. */
        YIELDED,
        /** While it looked on without the lock. */
        LOOKING_ON
    }

    private final EngineLock lock;
    private final Handoff handoff;
    private final Transport[] transports;
    private final AllLeft[] allLeft;
    private final Watch[] watches;
    private final PacketHandler arrivals;
    private final Traffic traffic;
    private final Completions completions;
    private final Waiting waiting;
    /** In the order of their start. */
    private final List<CollectiveOperation> collectives = new ArrayList<>();
    private boolean advancing;
    /**
     * Held by a thread that wakes a transport, or that changes {@link #closed}. So no transport is woken after it was
     * closed.
     */
    private final Object waking = new Object();
    private boolean closed;
    /** Whether nobody else wanted the core when this rank yielded it. */
    private boolean alone;
    private final Sleepers sleepers;
    private final LongWaits longWaits;
    /** Whether something has happened outside of the lock that a sleeping thread may wait for. */
    private volatile boolean rung;

    /**
     * The progress of one engine.
     *
     * @param transports polled in this order
     * @param arrivals takes what they bring
     * @param traffic what it carries on besides
     */
    public Progress(EngineLock lock, Transport[] transports, PacketHandler arrivals, Traffic traffic,
                    Completions completions, Waiting waiting) {
        this.lock = lock;
        this.handoff = new Handoff(lock, completions);
        this.sleepers = new Sleepers(lock);
        this.longWaits = new LongWaits(lock);
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
        this.traffic = traffic;
        this.completions = completions;
        this.waiting = waiting;
    }

    /** Takes what has arrived and pushes what waits; true if anything moved. */
    public boolean poll() {
        try {
            return advanceAll();
        } catch (TransportException e) {
            throw new EngineException(e);
        }
    }

    private boolean advanceAll() {
        assert lock.isHeldByMe();
        boolean any = !handoff.isEmpty() && takeOver(); // first, so that what has arrived need not be kept for it
        any |= pollTransports();
        if (traffic.isWaiting()) {
            any |= traffic.push();
        }
        if (traffic.hasNews()) {
            any |= takeNews();
        }
        if (!collectives.isEmpty() && !advancing) {
            any |= advance();
        }
        if (sleepers.any() && (sleepers.awaitPosts() || completions.any() || rung)) {
            wakeSleepers();
        }
        return any;
    }

    private boolean takeOver() {
        try {
            if (traffic.hasLosses()) {
                pollTransports(); // what has arrived is received, even if the receive could else not be posted
            }
        } finally {
            handoff.takeOver();
        }
        return true;
    }

    /**
     * Hands off an operation, after {@link EngineLock#enter} has found that another thread stays. If it has ended its
     * stay meanwhile, whoever gets the lock first takes the operation over.
     */
    public void handOff(Operation operation) {
        handoff.add(operation);
        for (int tries = 0; !lock.isStaying() && !handoff.isEmpty(); tries++) {
            if (lock.tryAcquire()) {
                endAndRelease();
            } else {
                lock.checkOpen();
                EngineLock.pause(tries);
            }
        }
    }

    /**
     * Starts what other threads, or this one, have handed off. Called with the lock held, before the calling thread
     * does anything that may not come before it.
     */
    public void startHandedOff() {
        assert lock.isHeldByMe();
        if (!handoff.isEmpty()) {
            takeOver();
        }
    }

    /** Starts a collective operation. */
    public void add(CollectiveOperation operation) {
        assert lock.isHeldByMe();
        if (operation.advance()) {
            completions.complete(operation);
        } else {
            collectives.add(operation);
        }
    }

    /** Whether no collective operation is under way, as far as the calling thread knows. */
    public boolean isQuiet() {
        return collectives.isEmpty();
    }

    /** Shows each collective operation that is under way. */
    public void forEachCollective(Consumer<CollectiveOperation> action) {
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

    /**
     * Takes news of losses, but first polls for what the lost ranks sent before they died: that still counts. The news
     * may be here before the transport knows of the end.
     */
    private boolean takeNews() {
        boolean came = false;
        for (int i = 0; i < POLLS_BEFORE_NEWS && pollTransports(); i++) {
            came = true;
            Thread.onSpinWait();
        }
        return traffic.takeNews(transports, came) || came;
    }

    /** Releases the lock, and wakes the threads whose operations were completed under it. */
    public void release() {
        if (lock.isStaying() || sleepers.any()) {
            endAndRelease();
        } else {
            lock.release(); // whoever has handed off anything meanwhile looks after that itself
        }
    }

    /** The same after a stay. What was handed off is started before: its thread may not come back for long. */
    private void endAndRelease() {
        try {
            endStay();
        } finally {
            wakeAndRelease();
        }
    }

    private void wakeAndRelease() {
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
     * Ends the sleep of every thread whose wait is over. Needs no lock. A thread that hears of lost ranks may call this
     * even while the engine is closed.
     */
    public void wake() {
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

    /** A wait gets so long that its thread sleeps from now on. */
    void getsLong(Completion completion) {
        longWaits.note(completion);
    }

    /** The waits that last long. */
    public LongWaits longWaits() {
        return longWaits;
    }

    /** How often to look for a change in shared memory before calling {@link #await}, which polls for everybody. */
    public int looks() {
        return waiting.eagerSpins();
    }

    /**
     * Waits as {@link #await}, and releases the lock. If the wait ends while the thread looks on without the lock, it
     * does not ask for it again.
     */
    public void awaitAndRelease(Completion completion) {
        Ending ending = Ending.YIELDED;
        try {
            ending = awaitEnding(completion, false, true);
        } finally {
            if (ending != Ending.LOOKING_ON) {
                leave(completion);
                endAndRelease();
            }
        }
    }

    /** Waits with the lock held. Others get the lock meanwhile. */
    public void await(Completion completion) {
        await(completion, false);
    }

    /** The same, but earlier waits of that kind decide how long to poll. */
    public void await(Completion completion, AdaptiveSpinning spinning, long turn) {
        if (spinning.isLong(turn)) {
            spinning.learn(await(completion, true));
        } else {
            await(completion);
        }
    }

    /** True if polling was enough, without a yield. */
    public boolean await(Completion completion, boolean forLong) {
        try {
            return awaitEnding(completion, forLong, false) == Ending.POLLING;
        } finally {
            leave(completion);
        }
    }

    /** Waits; {@link #leave} follows unless the wait ended while the thread looked on. */
    Ending awaitEnding(Completion completion, boolean forLong, boolean mayLookOn) {
        return pollUntil(completion, forLong, mayLookOn);
    }

    private void leave(Completion completion) {
        if (longWaits.any()) {
            longWaits.end(completion);
        }
        if (sleepers.any()) {
            sleepers.handOver();
        }
    }

    /** Whether this thread, which has polled so often for nothing, is to poll on before it yields. */
    private boolean pollsOn(int polls, int most) {
        return polls < most && (!lock.hasOnlookers() || polls < Waiting.MOST_SPINS_OF_SEVERAL);
    }

    private Ending pollUntil(Completion completion, boolean forLong, boolean mayLookOn) {
        assert lock.isHeldByMe();
        int polls = 0;
        int mostPolls = waiting.firstSpins(forLong || alone);
        Ending ending = Ending.POLLING;
        int yields = 0;
        long asleepSince = 0;
        boolean reached = false;
        boolean slept = false;
        // Put off to the end of the wait: each time that a thread is marked as interrupted it passes over a sleep.
        boolean interrupted = false;
        try {
            while (!completion.reached()) {
                if (lock.contended()) {
                    boolean owesNothing = endStay() && mayLookOn;
                    if (!lock.yield(completion, owesNothing)) {
                        return Ending.LOOKING_ON;
                    }
                    giveUpAtEnd(completion);
                    if (completion.reached()) {
                        break; // by the thread that had the lock: nobody would end a sleep that begins now
                    }
                }
                lock.stay();
                boolean any = poll();
                if (slept && !completion.reached()) {
                    completion.sleptInVain(); // only now: what it waits for may be what ended the sleep
                }
                slept = false;
                if (any) {
                    polls = 0;
                    mostPolls = waiting.firstSpins(forLong || alone);
                    yields = 0;
                    asleepSince = 0;
                } else if (pollsOn(polls, mostPolls)) {
                    if (polls++ > waiting.eagerSpins() && pause()) {
                        polls = mostPolls;
                    }
                } else if (yields < waiting.yields() || transports.length == 0) {
                    ending = Ending.YIELDED;
                    boolean owesNothing = endStay() && mayLookOn;
                    lock.goAway();
                    long taken = yieldCore();
                    if (!lock.comeBack(completion, owesNothing)) {
                        return Ending.LOOKING_ON;
                    }
                    giveUpAtEnd(completion);
                    alone = Waiting.alone(taken);
                    yields += Waiting.weight(taken);
                    if (transports.length == 0 && yields >= waiting.yields()) {
                        getsLong(completion); // it never sleeps
                        yields = waiting.yields();
                    }
                } else {
                    long now = System.nanoTime();
                    if (asleepSince == 0) {
                        asleepSince = now;
                        getsLong(completion);
                    } else if (!reached && now - asleepSince > LONG_WAIT) {
                        reached = true;
                        traffic.reachAwaited();
                    }
                    interrupted |= sleep(completion, waiting.longestSleep(now - asleepSince));
                    giveUpAtEnd(completion);
                    slept = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return ending;
    }

    /**
     * Called by a thread that has the lock again. Only then need it look whether MPI ends: the thread that ends it had
     * the lock meanwhile.
     */
    private void giveUpAtEnd(Completion completion) {
        if (lock.isEnding() && !completion.reached()) {
            throw EngineLock.finalized();
        }
    }

    /**
     * Ends the waits of all other threads, and returns when none of them is in the engine any more. From then on nobody
     * gets the lock, so the transports can be closed. What it waits for are only threads that are awake, or have been
     * woken, and a user's operation that runs.
     */
    public void endAll() {
        assert lock.isHeldByMe();
        lock.beginEnd();
        for (int tries = 0; sleepers.any() || !lock.isAlone(); tries++) {
            if (sleepers.wakeAll()) {
                wakeLookout();
            }
            lock.letOthersIn(tries);
        }
        lock.end();
    }

    /** The calling thread leaves the lock within a call, and comes back to it. */
    public void stepAside() {
        lock.stepAside();
        release();
    }

    /** It is back. */
    public void stepBack() {
        lock.acquire();
        lock.stepBack();
    }

    /**
     * Ends the stay of this waiting thread, which may leave without getting the lock again: what was handed off to it
     * is started now.
     *
     * @return whether it owes others nothing then. If others sleep, they may rely on it to poll for them, or to
     *     {@linkplain Sleepers#handOver wake} one of them when it leaves. Threads that fall asleep later see to that
     *     themselves
     */
    private boolean endStay() {
        lock.endStay();
        startHandedOff();
        return !sleepers.any() && !longWaits.any();
    }

    /** Waits until what was sent has left this process. */
    public void drain() {
        for (AllLeft each : allLeft) {
            if (!each.reached()) {
                await(each);
            }
        }
    }

    /**
     * Pauses between two polls; true if it is time to yield instead. That is so for a virtual thread, since a peer in
     * this JVM may need its carrier.
     */
    private static boolean pause() {
        if (Thread.currentThread().isVirtual()) {
            return true;
        }
        Thread.onSpinWait();
        return false;
    }

    /** Yields the core; returns how long that took, in nanoseconds. */
    private static long yieldCore() {
        long start = System.nanoTime();
        Thread.yield();
        return System.nanoTime() - start;
    }

    /** Sleeps; returns whether the thread was interrupted before, which it is not any more. */
    private boolean sleep(Completion completion, long longest) {
        endStay(); // before it finds out whether there is more to send
        boolean isLookout = sleepers.add(completion);
        if (isLookout) {
            transports[0].prepareToSleep();
            for (Watch watch : watches) {
                watch.arm(longest);
            }
            if (sleepers.awaitPosts()) {
                wakeSleepers(); // a post may have rung after this thread has polled and before it prepared
            }
        }
        // The lookout is told when the channels take more of what was pending when it prepared its sleep. Others are
        // not.
        boolean more = traffic.isWaiting() || !isLookout && isPending();
        wakeAndRelease();
        long most = completion.reachedBeforeSleep() ? 0 : more ? Waiting.LONGEST_SLEEP_WITH_MORE_TO_SEND : longest;
        boolean interrupted = Thread.interrupted();
        try {
            if (Thread.currentThread() instanceof ForkJoinWorkerThread) {
                PoolSleep.during(() -> rest(isLookout, most));
            } else {
                rest(isLookout, most);
            }
        } finally {
            lock.acquire();
            sleepers.remove();
            completion.slept();
        }
        if (isLookout) {
            completions.arrived(); // another thread may wait for what has ended this sleep
        }
        return interrupted;
    }

    private void rest(boolean isLookout, long most) {
        if (isLookout) {
            transports[0].sleep(most);
        } else {
            LockSupport.parkNanos(this, most);
        }
    }

    private boolean isPending() {
        for (AllLeft each : allLeft) {
            if (!each.reached()) {
                return true;
            }
        }
        return false;
    }

    public void close() {
        synchronized (waking) {
            closed = true;
        }
        for (Watch watch : watches) {
            watch.close();
        }
    }
}
