package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GrownHeapTest {
    private static final long MIB = 1 << 20;

    private final AtomicLong size = new AtomicLong(12 * MIB);
    private final AtomicInteger collections = new AtomicInteger();
    private long used = 12 * MIB;
    private final GrownHeap heap = new GrownHeap(size::get, () -> {
        collections.incrementAndGet();
        size.set(used);
    });

    private void look(int collectionsThen) {
        heap.look();
        assertEquals(collectionsThen, collections.get());
    }

    private void grow(long mib, int collectionsThen) {
        size.set(mib * MIB);
        look(collectionsThen);
    }

    @Test
    void aHeapThatHasGrownIsCollected() {
        grow(15, 0);
        grow(16, 1);
        assertEquals(used, size.get());
        grow(16, 2);
    }

    @Test
    void afterAWhileWhatWasInUseIsCollectedAsWell() {
        used = 40 * MIB;
        grow(40, 1);
        used = 20 * MIB;
        look(1);
        look(1);
        look(2);
        assertEquals(used, size.get());
        for (int i = 0; i < 10; i++) {
            look(2);
        }
        grow(24, 3);
    }

    /** Collecting again at the same size would bring nothing. */
    @Test
    void aHeapThatNeedsItsSizeIsCollectedAgainOnlyWhenItGrowsFurther() {
        used = 160 * MIB;
        grow(160, 1);
        grow(170, 1);
        used = 171 * MIB;
        grow(171, 2);
        grow(181, 2);
    }

    @Test
    void aHeapThatSomebodyElseHasCollectedMayGrowLess() {
        used = 100 * MIB;
        grow(100, 1);
        used = 50 * MIB;
        grow(50, 1);
        grow(54, 2);
    }
}
