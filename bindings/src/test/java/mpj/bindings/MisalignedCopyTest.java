package mpj.bindings;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** The clock is the test's, so each copy takes as long as the test says. */
class MisalignedCopyTest {
    private long now;
    private int copies;

    private boolean isSlow(long even, long shifted) {
        return MisalignedCopy.isSlow(new MisalignedCopy.Copy() {
            @Override
            public void copy(MemorySegment to, MemorySegment from, long bytes) {
                assertTrue(to.byteSize() >= bytes && from.byteSize() >= bytes);
                assertFalse(to.asOverlappingSlice(from).isPresent());
                boolean isDisturbed = ++copies == 1 || copies == 3;
                boolean isShifted = to.address() % 4096 != from.address() % 4096;
                now += isDisturbed ? 1_000_000 : isShifted ? shifted : even;
            }

            @Override
            public long nanoTime() {
                return now;
            }
        });
    }

    @Test
    void copyThatStumblesIsSlow() {
        assertTrue(isSlow(3_000, 43_000));
    }

    @Test
    void copyThatTakesTheSameTimeIsNotSlow() {
        assertFalse(isSlow(3_000, 3_500));
    }

    @Test
    void callThatIsSlowItselfIsNotTakenForTheCopy() {
        assertFalse(isSlow(43_000, 46_000));
    }
}
