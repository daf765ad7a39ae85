package mpj.transport.threads;

import static mpj.transport.ring.Words.INTS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import mpj.transport.spi.Doorbell;

/**
 * Sleeps by {@link LockSupport#park} until somebody rings.
 *
 * <p>A sender commits a packet and then checks whether the owner sleeps. The sleeper sets its word and then looks for
 * packets. At least one of them must see what the other wrote. To guarantee that, both would need a full fence in
 * between, and each packet would pay for the sender's fence. Instead the sleeper looks several times and yields in
 * between, which takes far longer than a store needs to become visible. In addition, the engine's sleeps are short, or
 * short compared with the wait to which they belong.
 */
final class ParkingDoorbell implements Doorbell {
    private static final int YIELDS_BEFORE_SLEEP = 4;
    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;
    /** Two lines, because processors fetch lines in pairs. */
    private static final long LINES = 128;

    /**
     * Off the heap, so that nothing that the owner's threads write lies in its line. Senders read this word for each
     * packet.
     */
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

    /** Announces that a thread is about to sleep. From now on a ring ends that sleep, even before the sleep begins. */
    void set() {
        INTS.setVolatile(word, 0L, ASLEEP);
    }

    /** Sleeps until somebody rings, the awaited event has happened, or the time is over. */
    void await(long nanoseconds, BooleanSupplier ready) {
        Thread sleeper = Thread.currentThread();
        // This thread adds its name first and then reads the word. A thread that clears the word reads the names
        // afterwards.
        sleepers.add(sleeper);
        for (int i = 0; i < YIELDS_BEFORE_SLEEP && !ready.getAsBoolean(); i++) {
            Thread.yield();
        }
        if ((int) INTS.getVolatile(word, 0L) == ASLEEP && !ready.getAsBoolean()) {
            LockSupport.parkNanos(this, nanoseconds);
        }
        sleepers.remove(sleeper);
        // The word stays set as long as a thread of this rank sleeps, and the last thread to wake clears it. A thread
        // that comes meanwhile is woken, and sets the word again. If each thread cleared it, they would wake each other
        // for ever.
        if (sleepers.isEmpty()) {
            ring();
        }
    }
}
