package mpj.core.window;

import java.util.stream.IntStream;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Which accesses and exposures of one rank are open in a window. The calls of synchronisation change it, and except in
 * a fence they hold its monitor meanwhile. Any thread may ask {@link #reaches}.
 */
final class Epochs {
    /** A thread of this rank asks for a lock. */
    private static final byte LOCKING = -1;
    private static final byte CLOSED = 0;
    private static final byte STARTED = 1;
    private static final byte SHARED = 2;
    private static final byte EXCLUSIVE = 3;
    private static final int[] NONE = {};

    /** What opens each rank, by rank. */
    private final byte[] access;
    private int locks;
    /** How many threads ask for a lock. */
    private int asking;
    /** Whether a fence, or a lock of all, opens all ranks. */
    private volatile boolean fence;
    private volatile boolean lockAll;
    /** The ranks of the started group; null if none is. */
    private int[] started;
    private boolean posted;

    Epochs(int ranks) {
        access = new byte[ranks];
    }

    /** Whether operations on a rank are allowed. */
    boolean reaches(int rank) {
        return fence || lockAll || access[rank] > CLOSED;
    }

    EngineException outside(int rank) {
        return new EngineException(ErrorClass.ERR_RMA_SYNC, "no epoch is open for rank " + rank
            + "; call fence, start, lock or lockAll before an operation");
    }

    /** Whether a passive epoch is open for a rank. */
    boolean isLocked(int rank) {
        return lockAll || access[rank] >= SHARED;
    }

    boolean isExclusive(int rank) {
        return access[rank] == EXCLUSIVE;
    }

    void checkFlush(int rank) {
        if (!isLocked(rank)) {
            throw sync("flush of rank " + rank + " without a lock; call lock or lockAll first");
        }
    }

    void checkFlushAll() {
        if (!lockAll && locks == 0) {
            throw sync("flush of all ranks without a lock; call lock or lockAll first");
        }
    }

    private static EngineException sync(String text) {
        return new EngineException(ErrorClass.ERR_RMA_SYNC, text);
    }

    /** Throws if a passive epoch or a started group is open. */
    private void checkNoAccess(String call) {
        if (lockAll || locks > 0) {
            throw sync(call + " while " + (lockAll ? "all ranks are" : "rank " + firstLocked() + " is")
                + " locked; call " + (lockAll ? "unlockAll" : "unlock") + " first");
        }
        if (asking > 0) {
            throw sync(call + " while another thread locks a rank; let it unlock the rank first");
        }
        if (started != null) {
            throw sync(call + " between start and complete; call complete first");
        }
    }

    private int firstLocked() {
        int rank = 0;
        while (access[rank] < SHARED) {
            rank++;
        }
        return rank;
    }

    void checkFence() {
        checkNoAccess("fence");
        if (posted) {
            throw sync("fence between post and waitFor; call waitFor first");
        }
    }

    /** Needs no lock, because only one thread of the rank calls a fence, like a collective. */
    void fenced(boolean opens) {
        if (fence != opens) {
            fence = opens;
        }
    }

    void checkStart() {
        checkNoAccess("start");
    }

    void started(int[] ranks) {
        fence = false;
        started = ranks;
        for (int rank : ranks) {
            access[rank] = STARTED;
        }
    }

    /** The ranks of the group that was started. */
    int[] startedGroup() {
        if (started == null) {
            throw sync("complete without start; call start first");
        }
        return started;
    }

    void completed() {
        for (int rank : started) {
            access[rank] = CLOSED;
        }
        started = null;
    }

    void checkPost() {
        if (posted) {
            throw sync("post while the last one's epoch is open; call waitFor first");
        }
    }

    void posted() {
        fence = false;
        posted = true;
    }

    void checkWait() {
        if (!posted) {
            throw sync("waitFor or test without post; call post first");
        }
    }

    void waited() {
        posted = false;
    }

    void checkLock(int rank) {
        if (lockAll || access[rank] >= SHARED) {
            throw sync("lock of rank " + rank + ", which is locked already; call " + (lockAll ? "unlockAll" : "unlock")
                + " first");
        }
        if (access[rank] == LOCKING) {
            throw sync("lock of rank " + rank + ", which another thread is locking; a rank can lock it once at a time");
        }
        if (access[rank] == STARTED) {
            throw sync("lock of rank " + rank + " between start and complete; call complete first");
        }
    }

    /** Notes that a thread asks for a lock. {@link #locked} or {@link #notLocked} follows. */
    void locking(int rank) {
        access[rank] = LOCKING;
        asking++;
    }

    void locked(int rank, boolean exclusive) {
        fence = false;
        access[rank] = exclusive ? EXCLUSIVE : SHARED;
        locks++;
        asking--;
    }

    void notLocked(int rank) {
        access[rank] = CLOSED;
        asking--;
    }

    /** The ranks that are locked one by one. */
    int[] lockedRanks() {
        return locks == 0 ? NONE : IntStream.range(0, access.length).filter(rank -> access[rank] >= SHARED).toArray();
    }

    void checkUnlock(int rank) {
        if (access[rank] < SHARED) {
            throw sync("unlock of rank " + rank + ", which is not locked" + (lockAll ? "; call unlockAll after lockAll"
                : "; call lock first"));
        }
    }

    void unlocked(int rank) {
        access[rank] = CLOSED;
        locks--;
    }

    void checkLockAll() {
        checkNoAccess("lockAll");
    }

    void allLocked() {
        fence = false;
        lockAll = true;
    }

    void checkUnlockAll() {
        if (!lockAll) {
            throw sync("unlockAll without lockAll; call lockAll first");
        }
    }

    void allUnlocked() {
        lockAll = false;
    }

    void checkFree() {
        checkNoAccess("free");
        if (posted) {
            throw sync("free between post and waitFor; call waitFor first");
        }
    }
}
