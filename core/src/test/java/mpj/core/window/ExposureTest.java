package mpj.core.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Which places lie in a window. */
class ExposureTest {
    private static final MemorySegment MEMORY = Arena.ofAuto().allocate(400, 8);

    private static Place ints(long origin, int count) {
        return new Place(origin, count, TypeDescriptor.INT);
    }

    @Test
    void placeLiesInTheMemoryWithAllItsElements() {
        Exposure exposure = Exposure.of(MEMORY);
        assertEquals(396, exposure.find(ints(396, 1)).origin());
        assertNull(exposure.find(ints(397, 1)));
        assertNull(exposure.find(ints(-1, 1)));
        assertNotNull(exposure.find(ints(0, 100)));
        assertNull(exposure.find(ints(0, 101)));
        assertNull(exposure.find(ints(0, Integer.MAX_VALUE)));
        assertNotNull(exposure.find(ints(1000, 0)));
    }

    @Test
    void itemsMayReachBehindTheirOrigin() {
        TypeDescriptor backwards = TypeDescriptor.vector(3, 1, -10, TypeDescriptor.INT);
        backwards.commit();
        Exposure exposure = Exposure.of(MEMORY);
        assertNotNull(exposure.find(new Place(80, 1, backwards)));
        assertNull(exposure.find(new Place(76, 1, backwards)));
    }

    @Test
    void attachedMemoryHasAnAddress() {
        Exposure exposure = Exposure.dynamic();
        MemorySegment other = Arena.ofAuto().allocate(5000, 8);
        assertEquals(0, exposure.attach(MEMORY));
        long second = exposure.attach(other);
        assertEquals(second + 8, exposure.address(other.asSlice(8, 16)));
        assertEquals(8, exposure.find(ints(second + 8, 2)).origin());
        assertNull(exposure.find(ints(396, 2)));
        assertNull(exposure.find(ints(second - 4, 2)));
        exposure.detach(MEMORY);
        assertNull(exposure.find(ints(0, 1)));
        assertNotNull(exposure.find(ints(second, 1)));
    }

    @Test
    void attachingInvalidMemoryIsAnError() {
        Exposure exposure = Exposure.dynamic();
        exposure.attach(MEMORY);
        assertRefused(ErrorClass.ERR_RMA_ATTACH, () -> exposure.attach(MEMORY.asSlice(8)));
        assertRefused(ErrorClass.ERR_RMA_ATTACH, () -> exposure.detach(MEMORY.asSlice(8)));
        assertRefused(ErrorClass.ERR_RMA_ATTACH, () -> exposure.address(Arena.ofAuto().allocate(8)));
        assertRefused(ErrorClass.ERR_RMA_FLAVOR, () -> Exposure.of(MEMORY).attach(MEMORY));
        exposure.detach(MEMORY);
        assertRefused(ErrorClass.ERR_RMA_ATTACH, () -> exposure.detach(MEMORY));
    }

    private static void assertRefused(ErrorClass error, Executable call) {
        assertEquals(error, assertThrows(EngineException.class, call).error());
    }
}
