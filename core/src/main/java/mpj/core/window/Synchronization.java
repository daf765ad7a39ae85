package mpj.core.window;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpj.core.comm.Communicator;
import mpj.core.error.LiveEngine;
import mpj.core.group.Membership;
import mpj.core.group.ProcessGroup;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Opens and closes the epochs of one rank, and waits for its operations. Calls are checked under the lock of the
 * epochs. They wait outside of it, so that another thread may call meanwhile.
 */
final class Synchronization {
    private static final int ALL_MODES = Window.MODE_NOCHECK | Window.MODE_NOPRECEDE | Window.MODE_NOPUT
        | Window.MODE_NOSTORE | Window.MODE_NOSUCCEED;

    private final Communicator comm;
    private final LiveEngine live;
    private final Targets targets;
    private final Epochs epochs;
    private final GroupSync groupSync;
    private final WindowMemory memory;
    /** Whether this rank serves requests of other ranks. */
    private final boolean served;
    /** Whether a rank's loss has ended an exposure. */
    private volatile boolean lost;

    /** @param comm the window's own communicator */
    Synchronization(Communicator comm, Targets targets, Epochs epochs, WindowMemory memory) {
        this.comm = comm;
        this.live = comm.live();
        this.targets = targets;
        this.epochs = epochs;
        this.memory = memory;
        served = memory.isServed();
        Membership membership = comm.membership();
        groupSync = new GroupSync(live, memory.syncContext(), membership.group, membership.rank);
    }

    void fence(int assertion) {
        checkAssertion(assertion);
        epochs.checkFence();
        FirstFailure failure = memory.isFlushed() ? flushed() : null;
        barrier();
        epochs.fenced((assertion & Window.MODE_NOSUCCEED) == 0);
        if (failure != null) {
            failure.raise();
        }
    }

    void start(ProcessGroup group, int assertion) {
        checkAssertion(assertion);
        int[] ranks = ranks(group);
        synchronized (epochs) {
            epochs.checkStart();
        }
        groupSync.awaitPosts(ranks);
        synchronized (epochs) {
            epochs.started(ranks);
        }
    }

    void complete() {
        int[] ranks = startedGroup();
        FirstFailure failure = targets.await(ranks, Target::startFlush);
        VarHandle.releaseFence();
        failure.in(() -> groupSync.tellComplete(ranks));
        synchronized (epochs) {
            epochs.completed();
        }
        failure.raise();
    }

    private int[] startedGroup() {
        synchronized (epochs) {
            return epochs.startedGroup();
        }
    }

    void post(ProcessGroup group, int assertion) {
        checkAssertion(assertion);
        int[] ranks = ranks(group);
        if (lost) {
            memory.waits().checkLosses();
        }
        synchronized (epochs) {
            epochs.checkPost();
            epochs.posted();
        }
        memory.sync();
        VarHandle.releaseFence();
        groupSync.post(ranks);
    }

    void await() {
        synchronized (epochs) {
            epochs.checkWait();
        }
        awaitOrigins();
        exposed();
    }

    private void awaitOrigins() {
        try {
            groupSync.awaitComplete();
        } catch (EngineException e) {
            endExposure();
            throw e;
        }
    }

    /**
     * Ends an exposure that an origin's loss keeps from its end. The other origins may still complete it, and a later
     * exposure must not take this for its own end, so the loss is an error of each later post.
     */
    private void endExposure() {
        lost = true;
        waited();
    }

    boolean test() {
        synchronized (epochs) {
            epochs.checkWait();
        }
        boolean complete = haveOriginsCompleted();
        if (complete) {
            exposed();
        }
        return complete;
    }

    private boolean haveOriginsCompleted() {
        try {
            return groupSync.isComplete();
        } catch (EngineException e) {
            endExposure();
            throw e;
        }
    }

    private void exposed() {
        VarHandle.acquireFence();
        memory.sync();
        waited();
    }

    private void waited() {
        synchronized (epochs) {
            epochs.waited();
        }
    }

    /**
     * A lock that is granted by a message is not awaited here. But this rank asks for a second lock only when it has
     * the first one. Otherwise ranks that lock the same targets in the same order could wait for each other for ever.
     */
    void lock(int type, int target, int assertion) {
        if (type != Window.LOCK_EXCLUSIVE && type != Window.LOCK_SHARED) {
            throw new EngineException(ErrorClass.ERR_LOCKTYPE, "lockType is " + type
                + "; it must be MPI.LOCK_EXCLUSIVE or MPI.LOCK_SHARED");
        }
        checkAssertion(assertion);
        if (targets.isProcNull(target)) {
            return;
        }
        int[] others;
        synchronized (epochs) {
            epochs.checkLock(target);
            others = epochs.lockedRanks();
            epochs.locking(target);
        }
        try {
            if (others.length > 0 && (assertion & Window.MODE_NOCHECK) == 0) {
                targets.await(others, Target::startFlush).raise(); // until this rank has these locks
            }
            targets.of(target).lock(type == Window.LOCK_EXCLUSIVE);
        } catch (RuntimeException | Error e) {
            synchronized (epochs) {
                epochs.notLocked(target);
            }
            throw e;
        }
        synchronized (epochs) {
            epochs.locked(target, type == Window.LOCK_EXCLUSIVE);
        }
    }

    void unlock(int target) {
        if (targets.isProcNull(target)) {
            return;
        }
        boolean exclusive;
        synchronized (epochs) {
            epochs.checkUnlock(target);
            exclusive = epochs.isExclusive(target);
            epochs.unlocked(target);
        }
        Runnable unlock = targets.of(target).startUnlock(exclusive);
        serve();
        if (unlock != null) {
            unlock.run();
        }
    }

    void lockAll(int assertion) {
        checkAssertion(assertion);
        synchronized (epochs) {
            epochs.checkLockAll();
        }
        int locked = 0;
        try {
            for (; locked < targets.size(); locked++) {
                targets.of(locked).lock(false);
            }
        } catch (RuntimeException | Error e) {
            unlockFirst(locked, e);
            throw e;
        }
        synchronized (epochs) {
            epochs.allLocked();
        }
    }

    /** Gives back the locks of the first ranks, because another rank cannot be locked. */
    private void unlockFirst(int ranks, Throwable reason) {
        try {
            targets.await(IntStream.range(0, ranks).toArray(), target -> target.startUnlock(false)).raise();
            serve();
        } catch (RuntimeException e) {
            reason.addSuppressed(e);
        }
    }

    void unlockAll() {
        synchronized (epochs) {
            epochs.checkUnlockAll();
            epochs.allUnlocked();
        }
        FirstFailure failure = targets.awaitAll(target -> target.startUnlock(false));
        serve();
        failure.raise();
    }

    /**
     * Lets requests go on that wait for a lock which this rank has given back. No packet announces that the lock is
     * free.
     */
    private void serve() {
        if (served) {
            live.get().tryProgress();
        }
    }

    void flush(int target) {
        if (!targets.isProcNull(target)) {
            epochs.checkFlush(target);
            Runnable flush = targets.of(target).startFlush();
            if (flush != null) {
                flush.run();
            }
        }
    }

    void flushAll() {
        epochs.checkFlushAll();
        flushed().raise();
    }

    void flushLocal(int target) {
        if (!targets.isProcNull(target)) {
            epochs.checkFlush(target);
            targets.of(target).flushLocal();
        }
    }

    void flushLocalAll() {
        epochs.checkFlushAll();
        targets.awaitAll(target -> target::flushLocal).raise();
    }

    void sync() {
        memory.sync();
        VarHandle.fullFence();
        live.get().tryProgress();
    }

    /** Waits until nothing is under way in the window any more, so that it may be freed. */
    FirstFailure end() {
        try {
            synchronized (epochs) {
                epochs.checkFree();
            }
        } catch (EngineException e) {
            memory.waits().checkLosses(); // a rank's loss may have kept the program from closing its epochs
            throw e;
        }
        FirstFailure failure = flushed();
        barrier();
        return failure;
    }

    private FirstFailure flushed() {
        return targets.awaitAll(Target::startFlush);
    }

    /** All ranks see after the barrier what this rank has stored before it. */
    void barrier() {
        memory.sync();
        VarHandle.releaseFence();
        if (!served) {
            comm.collectives().blocking().barrier().run();
        } else {
            groupSync.barrier(); // a wait for messages polls and so serves; a wait for posts does not poll at first
        }
        groupSync.settle();
        VarHandle.acquireFence();
        memory.sync();
    }

    private static void checkAssertion(int assertion) {
        if ((assertion & ~ALL_MODES) != 0) {
            throw new EngineException(ErrorClass.ERR_ASSERT, "assertion is " + assertion
                + "; it must be 0, or a sum of MPI.MODE_NOCHECK, MODE_NOPRECEDE, MODE_NOPUT, MODE_NOSTORE and"
                + " MODE_NOSUCCEED");
        }
    }

    /** The ranks of a group's members in the window's communicator. */
    private int[] ranks(ProcessGroup group) {
        int[] members = ProcessGroup.membersOf(group, "group");
        int[] ranks = Arrays.stream(members).map(comm.membership().ranks::of).toArray();
        for (int rank : ranks) {
            if (rank < 0) {
                throw new EngineException(ErrorClass.ERR_GROUP, "group has a process that is not in the window's"
                    + " communicator; pass a part of getGroup()");
            }
        }
        return ranks;
    }
}
