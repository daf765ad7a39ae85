package mpj.engine.wait;

import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import mpj.engine.Completion;
import mpj.engine.Operation;
import mpj.engine.SteppedOperation;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Transport;

/**
 * Makes progress, and waits. Every thread that enters the engine takes the lock here and gives it back here, because
 * some work belongs to both.
 *
 * <p>A waiting thread first polls the transports for everybody, holding the engine's lock ({@link Polling}). Meanwhile
 * it takes over the operations that other threads {@linkplain Handoff hand off}, and lets others have the lock when
 * they ask for it. Later the thread yields its core, and in the end it sleeps. One thread sleeps in the first transport
 * ({@link LookoutSleep}), and further threads sleep beside it ({@link Sleepers}). The thread that polls wakes them
 * ({@link Alarm}).
 */
public sealed class Progress permits WatchedProgress {
    /**
     * The time, in nanoseconds, after which a wait is long. Then it is worth opening a channel to find out whether the
     * awaited rank is still there.
     */
    private static final long LONG_WAIT = 1_000_000_000;

    /** What {@link #yieldCore} returns if the wait has ended while the thread looked on. */
    private static final int LOOKED_ON = -1;

    /** Reached when everything that was sent over a transport has left this process. */
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
        LOOKING_ON,
        /** Not yet: polling and yielding have not been enough. */
        NOT_YET
    }

    /** What came of a turn of a waiting thread. */
    private enum Turn {
        NOTHING,
        /** Something has moved, so the end of the wait may be near. */
        MOVED,
        /** The wait has ended while the thread looked on. */
        LOOKED_ON
    }

    private final EngineLock lock;
    private final Handoff handoff;
    private final Polling polling;
    private final SteppedOperations stepped;
    private final Traffic traffic;
    private final Completions completions;
    /** Guarded by the lock. */
    private WaitPolicy policy;
    private final AllLeft[] allLeft;
    private final Sleepers sleepers;
    private final LookoutSleep lookoutSleep;
    private final Alarm alarm;
    private final LongWaits longWaits;
    /** Whether nobody else wanted the core when this rank last yielded it. */
    private boolean alone;

    /**
     * What the progress of one engine needs.
     *
     * @param transports polled in this order
     * @param intake takes the packets that they bring
     * @param traffic the further work that progress carries on
     */
    public record Needs(EngineLock lock, Transport[] transports, PacketHandler intake, Traffic traffic,
                        Completions completions, WaitPolicy policy) {
    }

    public Progress(Needs needs) {
        lock = needs.lock;
        traffic = needs.traffic;
        completions = needs.completions;
        policy = needs.policy;
        Transport[] transports = needs.transports;
        allLeft = new AllLeft[transports.length];
        for (int i = 0; i < allLeft.length; i++) {
            allLeft[i] = new AllLeft(transports[i]);
        }
        handoff = new Handoff(lock, completions);
        stepped = new SteppedOperations(lock, completions);
        sleepers = new Sleepers(lock);
        lookoutSleep = new LookoutSleep(lock, transports);
        alarm = new Alarm(sleepers, completions, transports.length == 0 ? null : transports[0]);
        longWaits = new LongWaits(lock);
        polling = new Polling(lock, handoff, transports, needs.intake, traffic, stepped, alarm);
    }

    // ------------------------------------------------------------------------------------- the lock, and handing off

    /** Acquires the lock, for a call that cannot hand off its work. The calling thread {@link #release releases} it. */
    public void acquire() {
        lock.acquire();
        startHandedOff();
    }

    /**
     * Acquires the lock, for a call that can {@linkplain #handOff hand off} its operation.
     *
     * @return false if another thread stays in the lock
     */
    public boolean acquireUnlessStaying() {
        if (lock.acquireUnlessStaying()) {
            startHandedOff();
            return true;
        }
        return false;
    }

    /** Starts the operations that were handed off: those of this thread must come before anything that it does now. */
    private void startHandedOff() {
        try {
            polling.startHandedOff();
        } catch (RuntimeException e) {
            release();
            throw e;
        }
    }

    /**
     * Hands off an operation after {@link #acquireUnlessStaying} has found that another thread stays. If that thread
     * has ended its stay meanwhile, the next thread that gets the lock takes the operation over.
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

    /** Releases the lock, and wakes the threads whose operations were completed under it. */
    public void release() {
        if (lock.isStaying() || sleepers.anyWakeable()) {
            endAndRelease();
        } else {
            lock.release(); // a thread that has handed off anything meanwhile looks after it itself
        }
    }

    /**
     * As {@link #release}, for a thread that comes back soon to send more. Its next message will also move on what it
     * leaves behind now, so the progress thread need not wake.
     */
    public void releaseBeforeMore() {
        if (lock.isStaying() || sleepers.any()) {
            endAndRelease();
        } else {
            lock.release();
        }
    }

    /**
     * As {@link #release}, after a stay. Before that, it starts the operations that were handed off, because the
     * threads that did so may not come back for long.
     */
    private void endAndRelease() {
        try {
            endStay();
        } finally {
            wakeAndRelease();
        }
    }

    private void wakeAndRelease() {
        if (sleepers.any() && completions.any()) {
            alarm.wakeReached();
        }
        boolean calls = sleepers.standsBy() && (traffic.isWaiting() || isPending() || stepped.lookAtMemory());
        if (calls) {
            sleepers.standBy(false);
        }
        lock.release();
        if (calls) {
            alarm.wakeLookout(); // the calling thread may compute from now on, and no packet comes when there is room
        }
    }

    /**
     * Ends the stay of this thread, and starts the operations that were handed off to it. If this thread waits, it may
     * leave without getting the lock again.
     *
     * @return whether it then owes nothing that needs the lock. If other threads sleep, they may rely on it to poll for
     *     them, or to {@linkplain Sleepers#handOver wake} one of them when it leaves. Threads that fall asleep later
     *     see to that themselves. If a long wait is noted, it may be this thread's own, which it has to end
     */
    private boolean endStay() {
        lock.endStay();
        polling.startHandedOff();
        return !sleepers.any() && !longWaits.any();
    }

    /** Called by a thread that leaves the lock within a call and will come back to it. */
    public void stepAside() {
        lock.stepAside();
        release();
    }

    /** Called by a thread that {@linkplain #stepAside has stepped aside} and comes back. */
    public void stepBack() {
        lock.acquire();
        lock.stepBack();
    }

    // ---------------------------------------------------------------------------------- polling, and what polls do

    /** Takes in the packets that have arrived, and pushes on the work that waits. Returns whether anything moved. */
    public boolean poll() {
        return polling.poll();
    }

    /** Starts an operation. */
    public void add(SteppedOperation operation) {
        stepped.start(operation);
    }

    /** Whether no operation runs in steps, as far as the calling thread knows. */
    public boolean isQuiet() {
        return stepped.isEmpty();
    }

    /** Calls the action with each operation in steps that is under way. */
    public void forEachStepped(Consumer<SteppedOperation> action) {
        stepped.forEach(action);
    }

    /**
     * Ends the sleep of every thread whose wait is over. Needs no lock. A thread that hears of lost ranks may call this
     * even while the engine is closed.
     */
    public void wake() {
        alarm.ring();
    }

    /** What a progress thread does in the engine. */
    Standby standby() {
        return new Standby(this, lock, handoff, stepped, sleepers, lookoutSleep, traffic);
    }

    WaitPolicy policy() {
        return policy;
    }

    /** Sets how threads wait from now on. Threads that wait already follow. */
    public void setPolicy(WaitPolicy changed) {
        assert lock.isHeldByMe();
        policy = changed;
    }

    // ------------------------------------------------------------------------------------------------- waiting

    /** The waits that last long. */
    public LongWaits longWaits() {
        return longWaits;
    }

    /** How often to look for a change in shared memory before calling {@link #await}, which polls for everybody. */
    public int looks() {
        return policy.eagerSpins();
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

    /** Waits in the same way. Returns whether polling was enough, without a yield. */
    public boolean await(Completion completion, boolean forLong) {
        try {
            return awaitEnding(completion, forLong, false) == Ending.POLLING;
        } finally {
            leave(completion);
        }
    }

    /**
     * Waits as {@link #await} does, and releases the lock. If the wait ends while the thread looks on without the lock,
     * the thread does not ask for the lock again.
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

    /** Waits until everything that was sent has left this process. */
    public void drain() {
        for (AllLeft each : allLeft) {
            if (!each.reached()) {
                await(each);
            }
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

    private void leave(Completion completion) {
        if (longWaits.any()) {
            longWaits.end(completion);
        }
        if (sleepers.any()) {
            sleepers.handOver();
        }
    }

    /**
     * Waits; {@link #leave} follows unless the wait ended while the thread looked on.
     *
     * @param forLong whether to poll for long before the first yield
     * @param mayLookOn whether the wait may end while the thread looks on
     */
    Ending awaitEnding(Completion completion, boolean forLong, boolean mayLookOn) {
        assert lock.isHeldByMe();
        Ending ending = pollAndYield(completion, forLong, mayLookOn);
        return ending == Ending.NOT_YET ? sleepAndPoll(completion, forLong, mayLookOn) : ending;
    }

    /**
     * Polls, and later yields the core between two polls. When something moves, it begins anew: the message that the
     * wait needs may come next.
     *
     * <p>The compiler of a rank's JVM does not inline this loop ({@code java-options}), but compiles it by itself. The
     * compiler inlines no more than 15 calls into each other, and from here to the copy of the elements there are
     * nearly as many.
     *
     * @return how the wait has ended, or {@link Ending#NOT_YET} if it is time to sleep
     */
    private Ending pollAndYield(Completion completion, boolean forLong, boolean mayLookOn) {
        Ending ending = Ending.POLLING;
        int polls = 0;
        int mostPolls = policy.firstSpins(forLong || alone);
        int yields = 0;
        while (!completion.reached()) {
            Turn turn = pollInTurn(completion, mayLookOn);
            if (turn == Turn.LOOKED_ON) {
                return Ending.LOOKING_ON;
            } else if (turn == Turn.MOVED) {
                polls = 0;
                mostPolls = policy.firstSpins(forLong || alone);
                yields = 0;
            } else if (pollsOn(polls, mostPolls)) {
                if (polls++ > policy.eagerSpins() && pause()) {
                    polls = mostPolls;
                }
            } else if (yields < policy.yields() || !lookoutSleep.isPossible()) {
                ending = Ending.YIELDED;
                int weight = yieldCore(completion, mayLookOn);
                if (weight == LOOKED_ON) {
                    return Ending.LOOKING_ON;
                }
                yields = countYields(yields, weight, completion);
            } else {
                return Ending.NOT_YET;
            }
        }
        return ending;
    }

    /** Lets the threads that ask for the lock have it, and then polls once. */
    private Turn pollInTurn(Completion completion, boolean mayLookOn) {
        if (lock.isAskedFor()) {
            boolean owesNothing = endStay() && mayLookOn;
            if (!lock.letAskersIn(completion, owesNothing)) {
                return Turn.LOOKED_ON;
            }
            giveUpAtEnd(completion);
            if (completion.reached()) {
                return Turn.MOVED; // by the thread that had the lock: nobody would end a sleep that begins now
            }
        }
        lock.stay();
        return polling.poll() ? Turn.MOVED : Turn.NOTHING;
    }

    /**
     * Called by a thread that has got the lock back. Only then need it look whether MPI is ending: a thread that ends
     * MPI has had the lock meanwhile.
     */
    private void giveUpAtEnd(Completion completion) {
        if (lock.isEnding() && !completion.reached()) {
            throw EngineLock.finalized();
        }
    }

    /** Whether this thread is to poll on before it yields, after so many polls that found nothing. */
    private boolean pollsOn(int polls, int most) {
        return polls < most && (!lock.hasOnlookers() || polls < WaitPolicy.MOST_SPINS_OF_SEVERAL);
    }

    /**
     * Pauses between two polls. Returns true if the thread has to yield instead. A virtual thread has to, since a peer
     * in this JVM may need its carrier.
     */
    private static boolean pause() {
        if (Thread.currentThread().isVirtual()) {
            return true;
        }
        Thread.onSpinWait();
        return false;
    }

    /**
     * Yields the core. The thread looks on meanwhile.
     *
     * @return for how many yields this one counts, or {@link #LOOKED_ON}
     */
    private int yieldCore(Completion completion, boolean mayLookOn) {
        boolean owesNothing = endStay() && mayLookOn;
        lock.lookOn();
        assert !lock.isHeldByMe() : "a thread that holds the lock must not yield";
        long start = System.nanoTime();
        Thread.yield();
        long taken = System.nanoTime() - start;
        if (!lock.endLookingOn(completion, owesNothing)) {
            return LOOKED_ON;
        }
        giveUpAtEnd(completion);
        alone = WaitPolicy.alone(taken);
        return WaitPolicy.weight(taken);
    }

    /** Counts a yield. A thread that can never sleep, for lack of a transport, notes instead that its wait is long. */
    private int countYields(int yields, int weight, Completion completion) {
        int counted = yields + weight;
        if (!lookoutSleep.isPossible() && counted >= policy.yields()) {
            noteLong(completion);
            return policy.yields();
        }
        return counted;
    }

    /** Goes on with a wait that is long by now: sleeps, and polls once after each sleep, until something moves. */
    private Ending sleepAndPoll(Completion completion, boolean forLong, boolean mayLookOn) {
        // The mark is set again only at the end of the wait, because a thread that is marked as interrupted does not
        // sleep.
        boolean interrupted = false;
        long reachedOut = System.nanoTime();
        try {
            while (true) {
                long asleepSince = System.nanoTime();
                noteLong(completion);
                Turn turn = Turn.NOTHING;
                while (turn == Turn.NOTHING && !completion.reached()) {
                    long now = System.nanoTime();
                    long idle = now - asleepSince;
                    // Whatever moves meanwhile: it may be messages of other ranks.
                    if (now - reachedOut > LONG_WAIT) {
                        traffic.reachAwaited(completion);
                        reachedOut = System.nanoTime(); // the call may take long
                    }
                    interrupted |= sleep(completion, policy.longestSleep(idle));
                    giveUpAtEnd(completion);
                    turn = completion.reached() ? Turn.MOVED : pollInTurn(completion, mayLookOn);
                    if (turn != Turn.LOOKED_ON && !completion.reached()) {
                        // Not before the poll, because what the thread waits for may have ended the sleep.
                        completion.unreachedAfterSleep();
                    }
                }
                if (turn == Turn.LOOKED_ON) {
                    return Ending.LOOKING_ON;
                }
                Ending ending = pollAndYield(completion, forLong, mayLookOn);
                if (ending != Ending.NOT_YET) {
                    return ending == Ending.POLLING ? Ending.YIELDED : ending;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** See {@link Traffic#longestSleep}. */
    public long longestSleep(long longest) {
        assert lock.isHeldByMe();
        return traffic.longestSleep(longest);
    }

    /** Notes that a wait gets so long that its thread sleeps from now on. */
    void noteLong(Completion completion) {
        longWaits.note(completion);
    }

    /** Sleeps. Returns whether the thread was marked as interrupted, and removes that mark. */
    private boolean sleep(Completion completion, long longest) {
        endStay(); // first, because this may bring more to send
        boolean isLookout = sleepers.add(completion);
        if (isLookout) {
            try {
                lookoutSleep.prepare(longest);
            } catch (RuntimeException | Error e) {
                sleepers.remove(); // otherwise nobody would be the lookout any more
                throw e;
            }
            if (sleepers.awaitPosts()) {
                alarm.wakeReached(); // a post may have rung after this thread polled and before it prepared
            }
        }
        // The lookout is woken when the channels take more of the packets that were pending when it prepared its sleep.
        // Parked threads are not woken for that.
        long limit = traffic.longestSleep(!isLookout && isPending() ? WaitPolicy.LONGEST_SLEEP_WITH_MORE_TO_SEND
            : isLookout && stepped.lookAtMemory() ? Math.min(longest, WaitPolicy.LONGEST_SLEEP_BETWEEN_LOOKS)
            : longest);
        wakeAndRelease();
        long most = completion.reachedBeforeSleep() ? 0 : limit;
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
            completions.arrived(); // another thread may wait for the event that has ended this sleep
        }
        return interrupted;
    }

    private void rest(boolean isLookout, long most) {
        assert !lock.isHeldByMe() : "a thread that holds the lock must not sleep";
        if (isLookout) {
            lookoutSleep.sleep(most);
        } else {
            LockSupport.parkNanos(this, most);
        }
    }

    // ------------------------------------------------------------------------------------------------- the end

    /**
     * Ends the waits of all other threads, and returns when none of them is in the engine any more. From then on nobody
     * gets the lock, so the transports can be closed. It waits only for threads that are awake or have been woken, and
     * for a user's operation that runs.
     */
    public void endAll() {
        lock.beginEnd();
        for (int tries = 0; sleepers.any() || !lock.isAlone(); tries++) {
            alarm.wakeAll();
            lock.release();
            EngineLock.pauseOrPark(tries);
            lock.acquire();
        }
        lock.end();
    }

    public void close() {
        alarm.close();
        lookoutSleep.close();
    }
}
