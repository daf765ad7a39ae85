package mpj.core.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Which calls may follow each other. */
class EpochsTest {
    private final Epochs epochs = new Epochs(3);

    private static void assertRefused(String named, Executable call) {
        EngineException refusal = assertThrows(EngineException.class, call);
        assertEquals(ErrorClass.ERR_RMA_SYNC, refusal.error());
        assertTrue(refusal.getMessage().contains(named), refusal::getMessage);
    }

    @Test
    void nothingIsOpenAtFirst() {
        assertFalse(epochs.reaches(0));
        assertRefused("complete without start", epochs::startedGroup);
        assertRefused("without post", epochs::checkWait);
        assertRefused("unlock of rank 2", () -> epochs.checkUnlock(2));
        assertRefused("unlockAll without lockAll", epochs::checkUnlockAll);
        assertRefused("flush of rank 1", () -> epochs.checkFlush(1));
        assertRefused("flush of all ranks", epochs::checkFlushAll);
        epochs.checkFree();
    }

    @Test
    void fenceOpensAllUntilAnotherCallOpensSomething() {
        epochs.fenced(true);
        assertTrue(epochs.reaches(2));
        epochs.checkLock(1);
        epochs.locking(1);
        assertRefused("start while another thread locks a rank", epochs::checkStart);
        assertRefused("rank 1, which another thread is locking", () -> epochs.checkLock(1));
        epochs.locked(1, true);
        assertFalse(epochs.reaches(2));
        assertTrue(epochs.reaches(1));
        epochs.unlocked(1);
        epochs.fenced(false);
        assertFalse(epochs.reaches(1));
    }

    @Test
    void startOpensItsGroup() {
        epochs.started(new int[] {0, 2});
        assertTrue(epochs.reaches(0));
        assertFalse(epochs.reaches(1));
        assertRefused("start between start and complete", epochs::checkStart);
        assertRefused("fence between start and complete", epochs::checkFence);
        assertRefused("lock of rank 2 between start and complete", () -> epochs.checkLock(2));
        assertRefused("flush of rank 2", () -> epochs.checkFlush(2));
        assertRefused("free between start", epochs::checkFree);
        epochs.completed();
        assertFalse(epochs.reaches(0));
        epochs.checkStart();
    }

    @Test
    void exposureIsBesideAccess() {
        epochs.posted();
        assertRefused("post while", epochs::checkPost);
        assertRefused("fence between post", epochs::checkFence);
        assertRefused("free between post", epochs::checkFree);
        epochs.checkStart();
        epochs.checkLock(0);
        epochs.waited();
        epochs.checkPost();
    }

    @Test
    void rankWhoseLockHasFailedCanBeLockedAgain() {
        epochs.locking(1);
        assertFalse(epochs.reaches(1));
        epochs.notLocked(1);
        epochs.checkFree();
        epochs.checkLock(1);
    }

    @Test
    void locksOfRanksAreEachTheirOwn() {
        epochs.locking(0);
        epochs.locked(0, false);
        epochs.locking(2);
        epochs.locked(2, true);
        assertArrayEquals(new int[] {0, 2}, epochs.lockedRanks());
        assertFalse(epochs.isExclusive(0));
        assertTrue(epochs.isExclusive(2));
        assertRefused("lock of rank 0, which is locked already", () -> epochs.checkLock(0));
        assertRefused("rank 0 is locked", epochs::checkFence);
        assertRefused("lockAll while rank 0 is locked", epochs::checkLockAll);
        epochs.checkFlush(2);
        epochs.checkFlushAll();
        epochs.unlocked(0);
        assertRefused("rank 2 is locked", epochs::checkStart);
        epochs.unlocked(2);
        epochs.checkFence();
    }

    @Test
    void lockOfAllIsEndedByItsOwnCall() {
        epochs.allLocked();
        assertTrue(epochs.reaches(1));
        epochs.checkFlush(1);
        assertRefused("which is locked already", () -> epochs.checkLock(1));
        assertRefused("call unlockAll after lockAll", () -> epochs.checkUnlock(1));
        assertRefused("all ranks are locked", epochs::checkFree);
        epochs.checkUnlockAll();
        epochs.allUnlocked();
        assertFalse(epochs.reaches(1));
    }
}
