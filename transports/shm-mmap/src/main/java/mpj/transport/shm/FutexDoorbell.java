package mpj.transport.shm;

import static mpj.transport.ring.Words.INTS;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import mpj.transport.ring.Doorbell;

/**
 * The word in a rank's inbox by which it says that it sleeps. Awake it is 0, and ringing costs a sender one load of a
 * line that it keeps in its cache.
 *
 * <p>The sleeper sets the word and then looks for packets; the sender commits a packet and then looks at the word. To
 * be sure that one of them sees the other, both would need a full fence between their two steps, and the sender's would
 * be paid for every message. Instead the sleeper gives the sender's store time to become visible: after it has set the
 * word it yields and looks for packets several times, which takes microseconds where a store buffer drains in a
 * fraction of one; and the engine's sleeps are short, or short beside the wait that they belong to.
 */
final class FutexDoorbell implements Doorbell {
    private static final int YIELDS_BEFORE_SLEEP = 4;
    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;

    private final MemorySegment header;
    private final FutexLinking linking;
    /** How many threads of the owner sleep here; unused in other processes. */
    private final AtomicInteger sleepers = new AtomicInteger();

    FutexDoorbell(MemorySegment header, FutexLinking linking) {
        this.header = header;
        this.linking = linking;
    }

    @Override
    public void ring() {
        if ((int) INTS.getOpaque(header, InboxLayout.DOORBELL_AT) == ASLEEP) {
            wake();
        }
    }

    private void wake() {
        if (!linking.isDone()) {
            linking.ringWhenDone(this);
        } else if ((int) INTS.getAndSet(header, InboxLayout.DOORBELL_AT, AWAKE) == ASLEEP) {
            Futex.wake(header.asSlice(InboxLayout.DOORBELL_AT, Integer.BYTES), Integer.MAX_VALUE);
        }
    }

    /** The owner is about to sleep. */
    void set() {
        INTS.setVolatile(header, InboxLayout.DOORBELL_AT, ASLEEP);
    }

    /**
     * Sleeps until the word is no longer set, what is waited for is there, or the time is over. The word stays set as
     * long as a thread of the owner sleeps, and the last to wake clears it: if each did, two that sleep would wake each
     * other for ever.
     */
    void await(long nanoseconds, BooleanSupplier ready) {
        sleepers.incrementAndGet();
        for (int i = 0; i < YIELDS_BEFORE_SLEEP && !ready.getAsBoolean(); i++) {
            Thread.yield();
        }
        if (!ready.getAsBoolean()) {
            Futex.await(header.asSlice(InboxLayout.DOORBELL_AT, Integer.BYTES), ASLEEP, nanoseconds);
        }
        if (sleepers.decrementAndGet() == 0) {
            ring();
        }
    }
}
