package mpj.engine.wait;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import mpj.bindings.Uninterrupted;
import mpj.engine.Completion;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The engine's lock. Without contention it costs one compare-and-set. Releasing it is a plain release store: threads
 * that wait look again by themselves and need no wake-up.
 *
 * <p><b>The rule.</b> Assertions check it, here and where a thread sleeps or yields ({@link Progress}).
 * <ol>
 * <li>One thread at a time <i>holds</i> the lock, from {@link #acquire} to {@link #release}. It does not acquire the
 * lock a second time meanwhile.
 * <li>Most threads hold the lock for a moment. A thread that polls, or copies a long message, <i>stays</i>: it says so
 * by {@link #stay}. A thread that finds that the holder stays need not wait for the lock, and may {@linkplain Handoff
 * hand off} its operation ({@link #acquireUnlessStaying}). So the holder ends its stay before it releases the lock
 * ({@link #endStay}), and in between it looks a last time at the operations that were handed off ({@link #looked}).
 * <li>A thread that waits for the lock <i>asks</i> for it. A thread that polls looks between two polls whether anybody
 * {@linkplain #isAskedFor asks}, and {@linkplain #letAskersIn lets the askers in}. Nobody takes the lock without asking
 * while another thread asks.
 * <li>A thread that waits for an operation, and not for the lock, <i>looks on</i>: it looks at the operation and at the
 * lock, and does not ask ({@link #lookOn}, {@link #acquireUnlessSeen}). It takes the lock as soon as the lock is free,
 * and polls.
 * <li>A thread that leaves the lock within a call, to do something else, <i>steps aside</i> ({@link #stepAside}).
 * <li>No thread holds the lock while it sleeps or yields its core.
 * <li>The thread that <i>ends</i> the engine first lets all threads leave that are within a call ({@link #beginEnd}).
 * Then it keeps the lock for ever ({@link #end}). Whoever asks for the lock learns that the engine has ended.
 * </ol>
 *
 * <p>A waiting virtual thread parks instead of yielding. A carrier first runs the threads of its own queue, which holds
 * the threads that have yielded to it. Threads that wake from parking, or that have not begun yet, are in a common
 * queue, which comes second. So the threads in the common queue would never run if two threads on every carrier only
 * yielded, as can happen when several ranks share a JVM.
 */
public final class EngineLock {
    private static final VarHandle HELD;
    private static final VarHandle ASKERS;
    private static final VarHandle ONLOOKERS;
    private static final VarHandle STAYING;
    private static final int SPINS = 64;
    /**
     * A thread yields this often before it parks, for about a millisecond. A parked thread asks so seldom that it may
     * never find the lock free.
     */
    private static final int YIELDS = 4000;
    /** How often a thread gives way to the askers. */
    private static final int COURTESY = 4;
    private static final long PAUSE = 20_000;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HELD = lookup.findVarHandle(EngineLock.class, "held", boolean.class);
            ASKERS = lookup.findVarHandle(EngineLock.class, "askers", int.class);
            ONLOOKERS = lookup.findVarHandle(EngineLock.class, "onlookers", int.class);
            STAYING = lookup.findVarHandle(EngineLock.class, "staying", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private boolean held;
    private int askers;
    private int onlookers;
    private boolean staying;
    /**
     * Whether a thread has ever found the lock held. It is set with the lock held, so every later holder sees it.
     */
    private boolean shared;
    /** Whether threads that come back to the lock are to give up what they wait for. Changed with the lock held. */
    private boolean ending;
    /** Whether the engine has ended. The thread that has ended it then holds the lock for ever. */
    private volatile boolean ended;
    /** How many threads have stepped aside. Changed with the lock held. */
    private int aside;
    /** The thread that holds the lock. Only assertions set this field, and only assertions read it. */
    private Thread owner;
    /** Whether the holder has ended its stay, and has not looked at what was handed off since. As {@link #owner}. */
    private boolean owesLook;

    // --------------------------------------------------------------------------------------- acquiring and releasing

    /**
     * Asks for the lock, and waits until it has it.
     *
     * @throws EngineException when the engine has ended
     */
    public void acquire() {
        if (!acquireUnlessEnded()) {
            throw finalized();
        }
    }

    /** As {@link #acquire}, but returns false if the engine has ended. */
    public boolean acquireUnlessEnded() {
        if (!takeInTurn()) {
            waitBehindAskers();
            if (!ask()) {
                return false;
            }
        }
        assert own();
        return true;
    }

    /** Acquires the lock if it is free and nobody asks for it. Never waits. */
    public boolean tryAcquire() {
        return takeInTurn() && owns();
    }

    /**
     * Acquires the lock, or returns false if the thread that holds it stays. The calling thread may then {@linkplain
     * Handoff hand off} its operation.
     */
    boolean acquireUnlessStaying() {
        return takeInTurn() ? owns() : acquireBusy();
    }

    private boolean acquireBusy() {
        for (int tries = 0; tries < SPINS && shared; tries++) {
            if (isStaying()) {
                return false;
            }
            if (takeInTurn()) {
                return owns();
            }
            Thread.onSpinWait();
        }
        acquire();
        shared = true;
        return true;
    }

    /** Releases the lock. The thread has ended its stay, and has looked at what was handed off since. */
    public void release() {
        assert disown() : "the lock is released by a thread that does not hold it";
        assert !staying : "the thread has not ended its stay";
        assert !owesLook : "the thread has not looked at what was handed off since it ended its stay";
        assert !ended : "the thread that has ended the engine keeps the lock";
        HELD.setRelease(this, false);
    }

    /** Whether the calling thread holds the lock. Only assertions may ask. */
    public boolean isHeldByMe() {
        return owner == Thread.currentThread();
    }

    /**
     * Takes the lock if it is free and nobody asks for it. Without the second condition, a thread that asks often would
     * keep others out.
     */
    private boolean takeInTurn() {
        assert !isHeldByMe() : "the thread holds the lock already";
        return !isAskedFor() && tryTake();
    }

    private boolean tryTake() {
        return !(boolean) HELD.getOpaque(this) && take();
    }

    private boolean take() {
        return HELD.compareAndSet(this, false, true);
    }

    private boolean owns() {
        assert own();
        return true;
    }

    private boolean own() {
        owner = Thread.currentThread();
        return true;
    }

    private boolean disown() {
        boolean mine = isHeldByMe();
        owner = null;
        return mine;
    }

    // ------------------------------------------------------------------------------------------------- staying

    /** Says that this thread keeps the lock for long. Before it releases the lock, it looks at what was handed off. */
    public void stay() {
        assert isHeldByMe();
        STAYING.setOpaque(this, true);
    }

    /**
     * Ends a stay, if this is one. Before it releases the lock, the thread must look a last time at what was handed
     * off, and say so by {@link #looked}. The fence stands between the end of the stay and that last look. A thread
     * that hands off has the same order: it adds its operation and then asks {@link #isStaying}, both by volatile
     * accesses. So either this thread sees the operation, or the other thread sees that the stay is over and that it
     * must look after the operation itself. As long as no thread has ever found the lock held, no fence is needed: the
     * first thread that finds it held does not hand off, but waits.
     */
    public void endStay() {
        assert isHeldByMe();
        if (staying) {
            assert owe(true);
            STAYING.setOpaque(this, false);
            if (shared) {
                VarHandle.fullFence();
            }
        }
    }

    /** Notes that the thread looks at what was handed off. Always true: only assertions call this. */
    public boolean looked() {
        return owe(false);
    }

    private boolean owe(boolean look) {
        owesLook = look;
        return true;
    }

    /** Whether the thread that holds the lock stays. Then it will look again at what is handed off. */
    boolean isStaying() {
        return (boolean) STAYING.getVolatile(this);
    }

    // -------------------------------------------------------------------------------------------------- asking

    /** Whether another thread asks for the lock. */
    public boolean isAskedFor() {
        return (int) ASKERS.getOpaque(this) != 0;
    }

    /** Asks for the lock until it has it. Returns false if the engine has ended. */
    private boolean ask() {
        ASKERS.getAndAdd(this, 1);
        boolean taken = tryTake();
        for (int tries = 0; !taken && !ended; tries++) {
            pauseOrPark(tries);
            taken = tryTake();
        }
        ASKERS.getAndAdd(this, -1);
        return taken;
    }

    /** Waits a moment so that the threads that ask for the lock can get it. They may be without a core. */
    private void waitBehindAskers() {
        for (int tries = 0; tries < SPINS && isAskedFor(); tries++) {
            Thread.onSpinWait();
        }
        for (int tries = 0; tries < COURTESY && isAskedFor(); tries++) {
            giveWay();
        }
    }

    /**
     * Lets the threads that ask for the lock have it. If the next holder also waits for something, it makes progress
     * for both, and this thread {@linkplain #lookOn looks on}. It does not ask for the lock: otherwise two waiting
     * threads would pass the lock to each other after each poll.
     *
     * @param completion what this thread waits for
     * @param mayLeave as for {@link #endLookingOn}
     * @return whether this thread holds the lock again; if not, its wait is over
     */
    boolean letAskersIn(Completion completion, boolean mayLeave) {
        lookOn();
        waitBehindAskers();
        return endLookingOn(completion, mayLeave);
    }

    // ---------------------------------------------------------------------------------------------- looking on

    /** Whether other threads wait for operations, awake and without the lock. */
    public boolean hasOnlookers() {
        return (int) ONLOOKERS.getOpaque(this) != 0;
    }

    /** Acquires the lock as soon as it is free, unless the calling thread sees first that its wait is over. */
    public boolean acquireUnlessSeen(Completion completion) {
        if (takeInTurn()) {
            return owns();
        }
        ONLOOKERS.getAndAdd(this, 1);
        return endLookingOn(completion, true);
    }

    /** Releases the lock. The calling thread looks on until it calls {@link #endLookingOn}. */
    void lookOn() {
        ONLOOKERS.getAndAdd(this, 1);
        release();
    }

    /**
     * Looks on until the lock is free, or until the calling thread sees that its wait is over.
     *
     * @param completion what the thread waits for
     * @param mayLeave whether the thread may return without the lock. Otherwise it asks for the lock when its wait is
     *     over
     * @return whether it holds the lock; if not, its wait is over
     */
    boolean endLookingOn(Completion completion, boolean mayLeave) {
        assert hasOnlookers() : "the thread does not look on";
        boolean held = takeInTurn();
        for (int tries = 0; !held && !ended && !completion.isSeen(); tries++) {
            pause(tries);
            held = takeInTurn();
        }
        if (!held && !mayLeave && !ended) {
            waitBehindAskers();
            held = ask();
        }
        ONLOOKERS.getAndAdd(this, -1);
        if (!held && ended && !completion.isSeen()) {
            throw finalized();
        }
        return held && owns();
    }

    // ------------------------------------------------------------------------------------------ stepping aside

    /** Counts the calling thread among those that leave the lock within a call and come back to it. */
    void stepAside() {
        assert isHeldByMe();
        aside++;
    }

    /** Notes that the calling thread is back. */
    void stepBack() {
        assert isHeldByMe();
        assert aside > 0 : "no thread has stepped aside";
        aside--;
    }

    // --------------------------------------------------------------------------------------------------- the end

    /** From now on threads that come back to the lock give up what they wait for. */
    void beginEnd() {
        assert isHeldByMe();
        ending = true;
    }

    /** Whether threads that come back to the lock are to give up what they wait for. */
    boolean isEnding() {
        return ending;
    }

    /**
     * Whether no other thread is within a call. Sleeping threads do not count. Threads that begin a call do not count
     * either, because they wait for the lock first.
     */
    boolean isAlone() {
        assert isHeldByMe();
        return aside == 0 && !hasOnlookers();
    }

    /**
     * Notes that the engine has ended. The calling thread keeps the lock for ever, and a thread that asks for the lock
     * learns that the engine has ended.
     */
    void end() {
        assert isHeldByMe();
        assert ending && isAlone() : "other threads are within calls";
        ended = true;
    }

    public boolean hasEnded() {
        return ended;
    }

    /** Throws if the engine has ended. For threads that wait without asking for the lock. */
    public void checkOpen() {
        if (ended) {
            throw finalized();
        }
    }

    /** The error of a call that is under way when MPI ends. */
    public static EngineException finalized() {
        return new EngineException(ErrorClass.ERR_OTHER, "MPI.Finalize was called while another thread was in this"
            + " call; end the threads that call MPI before you call MPI.Finalize");
    }

    // ------------------------------------------------------------------------------------------ between two tries

    /** Passes the time until the next try. */
    static void pause(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else {
            giveWay();
        }
    }

    /** As {@link #pause}, for a thread that may wait for long. */
    static void pauseOrPark(int tries) {
        if (tries < SPINS + YIELDS) {
            pause(tries);
        } else {
            Uninterrupted.park(PAUSE);
        }
    }

    /**
     * Called by a thread that found the lock busy, and whose program will look again. A virtual thread parks, because a
     * thread that waits for the lock may need its carrier.
     */
    public static void lookAgainSoon() {
        if (Thread.currentThread().isVirtual()) {
            Uninterrupted.park(PAUSE);
        } else {
            Thread.onSpinWait();
        }
    }

    private static void giveWay() {
        if (Thread.currentThread().isVirtual()) {
            // After a yield, the carrier would run this thread again before any virtual thread that has not begun yet.
            Uninterrupted.park(PAUSE);
        } else {
            Thread.yield();
        }
    }
}
