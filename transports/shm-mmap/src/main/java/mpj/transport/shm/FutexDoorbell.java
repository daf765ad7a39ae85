package mpj.transport.shm;

import static mpj.transport.ring.Words.INTS;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import mpj.transport.spi.Doorbell;

/**
 * A word in a rank's inbox that says whether the rank sleeps. It is 0 while the rank is awake. To ring then costs a
 * sender one load of a line that stays in the sender's cache.
 *
 * <p>The sleeper sets the word and then looks for packets. The sender commits a packet and then looks at the word. At
 * least one of them must see what the other wrote. To guarantee that, both would need a full fence between their two
 * steps, and each message would pay for the sender's fence. Instead the sleeper leaves the sender's store enough time
 * to become visible: after it has set the word, it yields and looks for packets several times. That takes microseconds,
 * and a store buffer drains in a fraction of one. In addition, the engine's sleeps are short, or short compared with
 * the wait to which they belong.
 */
final class FutexDoorbell implements Doorbell {
    private static final int YIELDS_BEFORE_SLEEP = 4;
    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;

    private final MemorySegment header;
    private final FutexLinking linking;
    /** The number of the owner's threads that sleep here. Unused in other processes. */
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

    /** Sets the word, before the owner sleeps. */
    void set() {
        INTS.setVolatile(header, InboxLayout.DOORBELL_AT, ASLEEP);
    }

    /**
     * Sleeps until the word is cleared, the awaited event has happened, or the time is over. The word stays set as long
     * as a thread of the owner sleeps, and only the last thread that wakes clears it. If each thread cleared it, two
     * sleeping threads would wake each other for ever.
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
