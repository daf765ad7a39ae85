package mpj.transport.threads;

import static mpj.transport.ring.Words.INTS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import mpj.transport.ring.Doorbell;

/**
 * Sleeping by {@link LockSupport#park}, until somebody rings.
 *
 * <p>A sender commits a packet and then looks whether the owner sleeps; the sleeper says that it does and then looks
 * for packets. For one of them to be sure to see the other, both would need a full fence in between, and the sender's
 * would be paid for every packet. Instead the sleeper looks several times, yielding in between, which takes far longer
 * than a store needs to become visible; and the engine's sleeps are short, or short beside the wait that they belong
 * to.
 */
final class ParkingDoorbell implements Doorbell {
    private static final int YIELDS_BEFORE_SLEEP = 4;
    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;
    /** Two lines: processors fetch them by pairs. */
    private static final long LINES = 128;

    /** Off the heap, where nothing that the owner's threads write lies in its line: senders read it for each packet. */
    private final MemorySegment word = Arena.ofAuto().allocate(LINES, LINES);
    private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();

    @Override
    public void ring() {
        if ((int) INTS.getOpaque(word, 0L) == ASLEEP) {
            wake();
        }
    }

    private void wake() {
        if ((int) INTS.getAndSet(word, 0L, AWAKE) == ASLEEP) {
            sleepers.forEach(LockSupport::unpark);
        }
    }

    /** A thread is about to sleep: from now on a ring ends that sleep, even before it begins. */
    void set() {
        INTS.setVolatile(word, 0L, ASLEEP);
    }

    /** Sleeps until there is a ring, what is waited for is there, or the time is over. */
    void await(long nanoseconds, BooleanSupplier ready) {
        Thread sleeper = Thread.currentThread();
        // First this thread enters its name, then it looks at the word: who clears the word looks for names after that.
        sleepers.add(sleeper);
        for (int i = 0; i < YIELDS_BEFORE_SLEEP && !ready.getAsBoolean(); i++) {
            Thread.yield();
        }
        if ((int) INTS.getVolatile(word, 0L) == ASLEEP && !ready.getAsBoolean()) {
            LockSupport.parkNanos(this, nanoseconds);
        }
        sleepers.remove(sleeper);
        // The word stays set as long as a thread of this rank sleeps. The last to wake clears it; who comes meanwhile
        // is woken, and sets it again. If each did, they would wake each other for ever.
        if (sleepers.isEmpty()) {
            ring();
        }
    }
}
