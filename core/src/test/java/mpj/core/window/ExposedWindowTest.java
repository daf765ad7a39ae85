package mpj.core.window;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Tests which memory a device may get: only memory that no program can close while the memory is in a window. */
class ExposedWindowTest {

    @Test
    void memoryOfTheCollectorAndOfTheProcessStays() {
        assertTrue(ExposedWindow.isNeverClosed(Arena.ofAuto().allocate(8)));
        assertTrue(ExposedWindow.isNeverClosed(Arena.ofAuto().allocate(8).asSlice(4)));
        assertTrue(ExposedWindow.isNeverClosed(Arena.global().allocate(8)));
        assertTrue(ExposedWindow.isNeverClosed(MemorySegment.ofBuffer(ByteBuffer.allocateDirect(8))));
        assertTrue(ExposedWindow.isNeverClosed(
            MemorySegment.ofBuffer(ByteBuffer.allocateDirect(8).asIntBuffer().slice(1, 1))));
    }

    @Test
    void memoryOfOtherArenasMayGo() {
        try (Arena shared = Arena.ofShared(); Arena confined = Arena.ofConfined()) {
            assertFalse(ExposedWindow.isNeverClosed(shared.allocate(8)));
            assertFalse(ExposedWindow.isNeverClosed(confined.allocate(8)));
            assertFalse(ExposedWindow.isNeverClosed(MemorySegment.ofBuffer(shared.allocate(8).asByteBuffer())));
            assertFalse(ExposedWindow.isNeverClosed(Arena.global().allocate(8).reinterpret(8, shared, null)));
        }
    }
}
