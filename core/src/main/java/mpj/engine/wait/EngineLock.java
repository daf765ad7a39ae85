package mpj.engine.wait;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import mpj.bindings.Uninterrupted;
import mpj.engine.Completion;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The engine's lock. Without contention it costs one compare-and-set. Releasing it is a plain release store: threads
 * that wait look again by themselves and need no wake-up. Most threads hold the lock for a moment. One that polls or
 * copies for long says that it {@linkplain #stay stays}. One that polls looks at {@link #contended} and lets others in.
 * The lock is never held during a sleep.
 *
 * <p>Few calls wait for a thread that stays. One that only has something to start {@linkplain #enter hands it off}, and
 * one that waits for an operation looks at that ({@link #acquireUnless}).
 *
 * <p>A waiting virtual thread does not yield, it parks. A carrier takes the threads that have yielded to it from its
 * own queue. Threads that wake from parking, or that have not begun yet, are in a common queue, which comes second. If
 * two threads on every carrier only yielded, as can happen when several ranks share a JVM, these would never run.
 */
public final class EngineLock {
    private static final VarHandle HELD;
    private static final VarHandle WAITING;
    private static final VarHandle LOOKING;
    private static final VarHandle STAYING;
    private static final int SPINS = 64;
    /** A parked thread asks so seldom that it may never find the lock free. So it yields for a millisecond first. */
    private static final int YIELDS = 4000;
    /** How often a thread gives way to others that it has found waiting. */
    private static final int COURTESY = 4;
    private static final long PAUSE = 20_000;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HELD = lookup.findVarHandle(EngineLock.class, "held", boolean.class);
            WAITING = lookup.findVarHandle(EngineLock.class, "waiting", int.class);
            LOOKING = lookup.findVarHandle(EngineLock.class, "looking", int.class);
            STAYING = lookup.findVarHandle(EngineLock.class, "staying", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private boolean held;
    private int waiting;
    private int looking;
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
    /** The thread that holds it. It is set only where assertions are enabled; nothing but assertions asks for it. */
    private Thread owner;

    /** @throws EngineException when the engine has ended */
    public void acquire() {
        if (!acquireUnlessEnded()) {
            throw finalized();
        }
    }

    /** Acquires the lock, or returns false if the engine has ended. */
    public boolean acquireUnlessEnded() {
        if (!takeInTurn()) {
            letOthersGoFirst();
            if (!await()) {
                return false;
            }
        }
        assert own();
        return true;
    }

    /** Acquires the lock if it is free and nobody waits for it. */
    public boolean tryAcquire() {
        return takeInTurn() && owns();
    }

    /** Takes the lock if it is free and nobody waits for it. Else a thread that asks often would keep others out. */
    private boolean takeInTurn() {
        return !contended() && tryTake();
    }

    private boolean owns() {
        assert own();
        return true;
    }

    /**
     * Acquires the lock, or returns false if a thread holds it that stays. The calling thread may {@linkplain Handoff
     * hand off} what it wants to start.
     */
    public boolean enter() {
        return takeInTurn() ? owns() : enterBusy();
    }

    private boolean enterBusy() {
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

    /** Says that this thread keeps the lock for long, and will look at what was handed off before it releases it. */
    public void stay() {
        assert isHeldByMe();
        STAYING.setOpaque(this, true);
    }

    /**
     * Ends a stay, if this is one. Now the thread has to look a last time at what was handed off. The fence is between
     * the two; who hands off has one between adding and {@link #isStaying}. So either this thread sees what was added,
     * or the other sees that it must look after that itself. A lock that was never found held needs no fence: the first
     * thread to find it so hands nothing off, but waits.
     */
    public void endStay() {
        if (staying) {
            STAYING.setOpaque(this, false);
            if (shared) {
                VarHandle.fullFence();
            }
        }
    }

    /** Whether the thread that holds the lock stays, and so looks again at what is handed off. */
    boolean isStaying() {
        return (boolean) STAYING.getVolatile(this);
    }

    /**
     * Waits until the lock is free, and acquires it, unless the calling thread's wait is over before.
     *
     * @return whether it holds the lock
     */
    public boolean acquireUnless(Completion completion) {
        if (takeInTurn()) {
            return owns();
        }
        LOOKING.getAndAdd(this, 1);
        return comeBack(completion);
    }

    private boolean take() {
        return HELD.compareAndSet(this, false, true);
    }

    private boolean own() {
        owner = Thread.currentThread();
        return true;
    }

    /** Whether the calling thread holds it. To be asked by assertions only. */
    public boolean isHeldByMe() {
        return owner == Thread.currentThread();
    }

    private boolean disown() {
        boolean mine = isHeldByMe();
        owner = null;
        return mine;
    }

    /** Waits for the lock and takes it; false if the engine has ended. */
    private boolean await() {
        WAITING.getAndAdd(this, 1);
        boolean taken = tryTake();
        for (int tries = 0; !taken && !ended; tries++) {
            pauseLong(tries);
            taken = tryTake();
        }
        WAITING.getAndAdd(this, -1);
        return taken;
    }

    private static void pauseLong(int tries) {
        if (tries < SPINS + YIELDS) {
            pause(tries);
        } else {
            Uninterrupted.park(PAUSE);
        }
    }

    private boolean tryTake() {
        return !(boolean) HELD.getOpaque(this) && take();
    }

    public void release() {
        assert disown() : "the lock is released by a thread that does not hold it";
        assert !staying : "the thread has not ended its stay";
        HELD.setRelease(this, false);
    }

    /** Whether another thread waits for the lock. */
    public boolean contended() {
        return (int) WAITING.getOpaque(this) != 0;
    }

    /** Whether other threads wait for operations, awake and without the lock. */
    public boolean hasOnlookers() {
        return (int) LOOKING.getOpaque(this) != 0;
    }

    /**
     * Lets those who wait for the lock go first. If the next holder waits for something, too, it makes progress for
     * both: this thread then only looks whether its own wait is over, or the lock is free. It does not ask for the
     * lock. Else two waiting threads would hand it to each other after each poll.
     *
     * @return whether it holds the lock again; if not, its wait is over
     */
    boolean yield(Completion completion, boolean mayLeave) {
        goAway();
        letOthersGoFirst();
        return comeBack(completion, mayLeave);
    }

    /** Waits a moment for those who wait for the lock to get it. They may be without a core. */
    private void letOthersGoFirst() {
        for (int tries = 0; tries < SPINS && contended(); tries++) {
            Thread.onSpinWait();
        }
        for (int tries = 0; tries < COURTESY && contended(); tries++) {
            giveWay();
        }
    }

    /** Releases the lock; {@link #comeBack} follows. */
    void goAway() {
        LOOKING.getAndAdd(this, 1);
        release();
    }

    /** Waits until the lock is free or the wait is over; returns whether this thread holds the lock. */
    boolean comeBack(Completion completion) {
        return comeBack(completion, true);
    }

    /**
     * The same.
     *
     * @param mayLeave whether the thread may go without the lock when its wait is over
     */
    boolean comeBack(Completion completion, boolean mayLeave) {
        boolean held = takeInTurn();
        for (int tries = 0; !held && !ended && !completion.isSeen(); tries++) {
            pause(tries);
            held = takeInTurn();
        }
        if (!held && !mayLeave && !ended) {
            letOthersGoFirst();
            held = await();
        }
        LOOKING.getAndAdd(this, -1);
        if (!held && ended && !completion.isSeen()) {
            throw finalized();
        }
        return held && owns();
    }

    // --------------------------------------------------------------------------------------------------- the end

    /** Counts the calling thread among those that leave the lock within a call and come back to it. */
    void stepAside() {
        assert isHeldByMe();
        aside++;
    }

    /** The calling thread is back. */
    void stepBack() {
        assert isHeldByMe();
        aside--;
    }

    /** From now on threads that come back to the lock give up what they wait for. */
    void beginEnd() {
        assert isHeldByMe();
        ending = true;
    }

    /** Whether they are to. */
    boolean isEnding() {
        return ending;
    }

    /**
     * Lets other threads have the lock, and gets it back.
     *
     * @param tries how often this was called for nothing
     */
    void letOthersIn(int tries) {
        release();
        pauseLong(tries);
        acquire();
    }

    /** Whether no other thread is within a call, sleeping ones aside. Those that begin one wait for the lock first. */
    boolean isAlone() {
        assert isHeldByMe();
        return aside == 0 && !hasOnlookers();
    }

    /** The engine has ended. The calling thread keeps the lock for ever, and everybody who asks for it is told. */
    void end() {
        assert isHeldByMe();
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

    /** What a call throws that is under way when MPI ends. */
    public static EngineException finalized() {
        return new EngineException(ErrorClass.ERR_OTHER, "MPI.Finalize was called while another thread was in this"
            + " call; end the threads that call MPI before you call MPI.Finalize");
    }

    /** Passes the time until the next try. */
    static void pause(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else {
            giveWay();
        }
    }

    /**
     * Called by a thread that found the lock busy, and whose program will look again. A virtual one parks: who waits
     * for the lock may need its carrier.
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
            // After a yield its carrier would take it up again before any virtual thread that has not begun yet.
            Uninterrupted.park(PAUSE);
        } else {
            Thread.yield();
        }
    }
}
